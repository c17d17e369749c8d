import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { map, Observable } from 'rxjs';
import { ENV, type Env } from '#config/env.js';
import { inModeOf, isTestTeam } from '#platform/caller/test-mode.js';
import { Immutable, resultOf, OperationResult } from '#platform/operations/operation.result.js';
import type { IgnoredParameter } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { JSON_TYPE, successEnvelope } from './envelope.js';
import { OPERATION } from './operation.decorators.js';
import { nextLinkOf } from './next-link.js';
import { parametersOf } from './query-parameters.js';

const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Wraps the return value of an operation in the success envelope. Routes without an operation are left unchanged. The
 * handler runs in the mode of its caller.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  /** The only cache of rendered responses: immutable values are rendered once. */
  private readonly rendered = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes, key) => bytes.length + key.length,
  });

  constructor(
    private readonly reflector: Reflector,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller } = context.switchToHttp().getRequest<ApiRequest>();
    if (caller?.lane !== 'key' || !isTestTeam(caller.team.id)) return this.wrap(context, next);
    return new Observable((subscriber) =>
      inModeOf(caller.team.id, () => this.wrap(context, next).subscribe(subscriber)),
    );
  }

  private wrap(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get<unknown>(OPERATION, context.getHandler())) return next.handle();
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map((returned: unknown) => {
        response.setHeader('Content-Type', JSON_TYPE);
        const request = http.getRequest<ApiRequest>();
        const { meta } = resultOf(returned);
        if (meta?.retry_after_seconds) response.setHeader('Retry-After', meta.retry_after_seconds);
        const next = nextLinkOf(meta, this.env.PUBLIC_URL, request.originalUrl);
        if (next) response.setHeader('Link', next);
        const { ignored } = parametersOf(request);
        return ignored.length > 0 ? bytesOf(withIgnored(returned, ignored)) : this.render(returned);
      }),
    );
  }

  private render(returned: unknown): Buffer {
    if (!(returned instanceof Immutable)) return bytesOf(returned);
    let bytes = this.rendered.get(returned.key);
    if (!bytes) {
      bytes = bytesOf(returned);
      this.rendered.set(returned.key, bytes);
    }
    return bytes;
  }
}

function withIgnored(returned: unknown, ignored: readonly IgnoredParameter[]): OperationResult<unknown> {
  const { data, meta } = resultOf(returned);
  return new OperationResult(data, { ...meta, ignored_parameters: ignored });
}

const bytesOf = (returned: unknown): Buffer => Buffer.from(JSON.stringify(successEnvelope(returned)));
