import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '#platform/http/api-request.js';
import { cutOff } from '#platform/http/cut-off.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { RefusalMetrics } from '#platform/http/refusal.metrics.js';
import { idOf, INTERNAL_ERROR, rpcError, SERVER_ERROR } from './mcp.message.js';

/** Answers a failure outside a tool as a JSON-RPC error, with the error of the REST API as its data. */
@Catch()
export class McpFailureFilter implements ExceptionFilter {
  private readonly log = new Logger(McpFailureFilter.name);

  constructor(private readonly refusals: RefusalMetrics) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.getArgByIndex<ApiRequest>(0);
    const response = host.getArgByIndex<Response>(1);
    const failure = asApplicationError(error);
    this.refusals.count(failure, request.caller);
    if (response.headersSent) return cutOff(response, error, this.log);
    if (failure.code === 'internal_error') this.log.error({ error }, 'request failed');
    const code = failure.code === 'internal_error' ? INTERNAL_ERROR : SERVER_ERROR;
    response.status(failure.status).json(rpcError(idOf(request.body), code, failure.message, failure.toBody()));
  }
}
