import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { map, Observable, of } from 'rxjs';
import { ENV, type Env } from '#config/env.js';
import { inModeOf, isTestTeam } from '#platform/caller/test-mode.js';
import { type FieldPaths, pickFields } from '#platform/operations/field-selection.js';
import { Immutable, resultOf, OperationResult, type Meta } from '#platform/operations/operation.result.js';
import type { DataVersion } from '#platform/operations/data-version.js';
import type { Operation } from '#platform/operations/operation.js';
import type { IgnoredParameter } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { isTagged, NOT_MODIFIED, type Tagged, tagged, tagOf } from './entity-tag.js';
import { JSON_TYPE, successEnvelope } from './envelope.js';
import { OPERATION } from './operation.decorators.js';
import { parametersOf } from './query-parameters.js';

const MAX_ANSWERS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** The erasure of a person changes even immutable values. */
const KEPT_MS = 600_000;
/** How often the cache reads the clock. */
const CLOCK_MS = 1_000;

/** A rendered answer, with the version of the data from which it was made; without one it never changes. */
interface Answer extends Tagged {
  version?: string;
}

/**
 * Wraps the return value of an operation in the success envelope. Files and routes without an operation are left unchanged. The
 * handler runs in the mode of its caller. An answer that is made from data with a version is kept under its address until they
 * change (decision 0028).
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  /** By what was asked, or by the key of an immutable value. */
  private readonly answers = new LRUCache<string, Answer>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    ttl: KEPT_MS,
    ttlResolution: CLOCK_MS,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
  });

  private readonly data = new Map<Type<DataVersion>, DataVersion>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const { caller, operation } = context.switchToHttp().getRequest<ApiRequest>();
    if (caller?.lane === 'key' && isTestTeam(caller.team.id)) {
      return new Observable((subscriber) =>
        inModeOf(caller.team.id, () => this.wrap(context, next).subscribe(subscriber)),
      );
    }
    if (!operation?.madeFrom) return this.wrap(context, next);
    return this.kept(this.dataOf(operation.madeFrom), context, next);
  }

  /** Asks Nest's container once, because its look-up takes half a percent of a kept read. */
  private dataOf(type: Type<DataVersion>): DataVersion {
    let data = this.data.get(type);
    if (!data) this.data.set(type, (data = this.modules.get<DataVersion>(type, { strict: false })));
    return data;
  }

  /** The answer that is kept, if it has the current version, or that of the handler. */
  private kept(
    data: DataVersion,
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const known = this.answers.get(questionOf(http.getRequest<ApiRequest>()));
    // An answer may be newer than its version and never older. So a new question needs no query: any earlier version will do.
    if (!known && data.last !== undefined) return this.wrap(context, next, data.certain);
    return data
      .current()
      .then((version) =>
        known?.version === version
          ? of(send(known, http.getRequest<ApiRequest>(), http.getResponse<Response>()))
          : this.wrap(context, next, data.certain),
      );
  }

  private wrap(context: ExecutionContext, next: CallHandler, version?: string): Observable<unknown> {
    const operation = this.reflector.get<Operation | undefined>(OPERATION, context.getHandler());
    if (!operation) return next.handle();
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    if (operation.output.isFile) {
      nameIgnored(http.getRequest<ApiRequest>(), response);
      return next.handle();
    }
    return next.handle().pipe(
      map((returned: unknown) => {
        const request = http.getRequest<ApiRequest>();
        const { meta } = resultOf(returned);
        if (meta?.retry_after_seconds) response.setHeader('Retry-After', meta.retry_after_seconds);
        const next = nextLinkOf(meta, this.env.PUBLIC_URL, request.originalUrl);
        if (next) response.setHeader('Link', next);
        return send(this.answerOf(returned, request, version), request, response);
      }),
    );
  }

  private answerOf(returned: unknown, request: ApiRequest, version: string | undefined): Answer {
    const { ignored } = parametersOf(request);
    const selected = request.fields ? withFields(returned, request.fields) : returned;
    const whole = ignored.length > 0 ? withIgnored(selected, ignored) : selected;
    const answer = whole instanceof Immutable ? this.renderedOnce(whole) : rendered(whole);
    const isFinal = resultOf(whole).meta?.retry_after_seconds === undefined;
    if (version !== undefined && isFinal) {
      // No longer than the immutable value, which an erasure may have changed.
      const ttl = whole instanceof Immutable ? Math.max(1, this.answers.getRemainingTTL(whole.key)) : KEPT_MS;
      this.answers.set(questionOf(request), { ...answer, version }, { ttl });
    }
    return answer;
  }

  private renderedOnce(value: Immutable<unknown>): Answer {
    const known = this.answers.get(value.key);
    if (known) return known;
    const answer = rendered(value);
    this.answers.set(value.key, answer);
    return answer;
  }
}

/** What a kept answer answers: the address, and the variant that the caller may read. */
const questionOf = ({ originalUrl, operation, caller }: ApiRequest): string =>
  operation?.variantOf ? `${operation.variantOf(caller)} ${originalUrl}` : originalUrl;

/** Names the ignored parameters of a file, which has no envelope, in a header. */
function nameIgnored(request: ApiRequest, response: Response): void {
  const names = parametersOf(request).ignored.map(({ name }) => encodeURIComponent(name));
  if (names.length > 0) response.setHeader('X-Ignored-Parameters', names.join(', '));
}

/** The same with only some fields of the data. An immutable value stays one. */
function withFields(returned: unknown, fields: FieldPaths): unknown {
  const { data, meta } = resultOf(returned);
  const selected = new OperationResult(pickFields(data, fields), meta);
  if (!(returned instanceof Immutable)) return selected;
  return new Immutable(`${JSON.stringify(fields)} ${returned.key}`, selected);
}

function withIgnored(returned: unknown, ignored: readonly IgnoredParameter[]): OperationResult<unknown> {
  const { data, meta } = resultOf(returned);
  return new OperationResult(data, { ...meta, ignored_parameters: ignored });
}

function rendered(returned: unknown): Tagged {
  const bytes = Buffer.from(JSON.stringify(successEnvelope(returned)));
  return { bytes, tag: tagOf(bytes) };
}

function send(answer: Tagged, request: ApiRequest, response: Response): Buffer | typeof NOT_MODIFIED {
  const body = isTagged(request) ? tagged(request, response, answer) : answer.bytes;
  if (body !== NOT_MODIFIED) response.setHeader('Content-Type', JSON_TYPE);
  return body;
}

/**
 * The `Link` header (RFC 8288) of a page that has a `next_cursor`: the address of the request with that cursor. Null for
 * any other answer. `origin` is where clients reach the service.
 */
function nextLinkOf(meta: Meta | undefined, origin: string, requestedUrl: string): string | null {
  const { pagination } = meta ?? {};
  if (!pagination || !('next_cursor' in pagination) || pagination.next_cursor === null) return null;
  const path = requestedUrl.split('?', 1)[0] as string;
  const parameters = new URLSearchParams(requestedUrl.slice(path.length));
  parameters.set('cursor', pagination.next_cursor);
  return `<${origin}${path}?${parameters.toString()}>; rel="next"`;
}
