import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import express, { type RequestHandler } from 'express';
import { configure } from 'safe-stable-stringify';
import { from, type Observable, switchMap } from 'rxjs';
import { ENV, type Env } from '#config/env.js';
import type { ApiRequest } from './api-request.js';
import { bodyTooLarge, malformedJson, unsupportedMediaType } from './http.failures.js';
import type { ApplicationError } from '#platform/errors/application-error.js';

const FAULTS: Record<string, () => ApplicationError> = {
  'entity.too.large': bodyTooLarge,
  'encoding.unsupported': () => unsupportedMediaType(undefined, 'The content encoding is not supported'),
  'charset.unsupported': () => unsupportedMediaType(undefined, 'The charset is not supported; send UTF-8'),
};

/**
 * Reads the JSON body of a write after the guards, because the checks for 401 and 403 come before the check of the
 * body.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  private readonly parse: RequestHandler;

  constructor(@Inject(ENV) env: Env) {
    this.parse = express.json({ limit: env.BODY_LIMIT_BYTES, strict: false, type: () => true });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!hasBody(request)) return next.handle();
    return from(this.read(request)).pipe(switchMap(() => next.handle()));
  }

  private async read(request: ApiRequest): Promise<void> {
    if (!request.is('application/json')) {
      throw unsupportedMediaType();
    }
    await new Promise<void>((resolve, reject) => {
      this.parse(request, request.res as express.Response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(bodyFault(error as { type?: string }));
      });
    });
    request.json = request.body;
    if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hashOf(request.json);
  }
}

/**
 * A repeated request must have the same body, but the order of its keys is irrelevant. Deeper values are not compared: no valid input is
 * so deep.
 */
const canonical = configure({ maximumDepth: 32 });

const hashOf = (json: unknown): Buffer =>
  createHash('sha256')
    .update(canonical(json) ?? '')
    .digest();

const hasBody = (request: ApiRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

const bodyFault = ({ type }: { type?: string }): ApplicationError => (FAULTS[type ?? ''] ?? malformedJson)();
