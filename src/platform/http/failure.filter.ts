import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import type { ApiRequest } from './api-request.js';
import { cutOff } from './cut-off.js';
import { withModeHint } from './mode.hint.js';
import { RefusalMetrics } from './refusal.metrics.js';
import { failureEnvelope, JSON_TYPE } from './envelope.js';
import { ApplicationError, internalError, invalidRequest, notFound } from '#platform/errors/application-error.js';

/** Turns every error, including the framework's own errors, into the failure envelope. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly log = new Logger(FailureFilter.name);

  constructor(
    private readonly refusals: RefusalMetrics,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) return cutOff(response, error, this.log);
    // A request that fails early has no caller yet.
    const { requestId, caller, params, json, giveBackSpending } = http.getRequest<Partial<ApiRequest>>();
    const given = [params, json].flatMap((part) => Object.values(Object(part) as object) as unknown[]);
    const failure = withModeHint(asApplicationError(error), caller, given);
    this.refusals.count(failure, caller);
    if (failure.code === 'internal_error') this.log.error({ error }, 'request failed');
    setRetryAfter(response, failure);
    // A refusal has bought nothing.
    if (failure.status < 500) await giveBackSpending?.(failure);
    const { reason } = failure.details ?? {};
    const anchor = typeof reason === 'string' ? reason : failure.code;
    response.setHeader('Link', `<${this.env.PUBLIC_URL}/docs/errors#${anchor}>; rel="help"`);
    // The handler may have set another content type before it failed.
    response.status(failure.status).setHeader('Content-Type', JSON_TYPE);
    response.json(failureEnvelope(failure, requestId));
  }
}

/** Maps any error to a failure of the API. Unexpected errors become 500 and reveal no internals. */
export function asApplicationError(error: unknown): ApplicationError {
  if (error instanceof ApplicationError) return error;
  if (error instanceof HttpException && error.getStatus() < 500) {
    return error.getStatus() === 404 ? notFound() : invalidRequest();
  }
  return internalError();
}

/** Sets `Retry-After` if the failure says when to retry and nothing has set the header yet. */
export function setRetryAfter(response: Response, { details }: ApplicationError): void {
  const seconds = details?.retry_after_seconds;
  if (typeof seconds === 'number' && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', seconds);
}
