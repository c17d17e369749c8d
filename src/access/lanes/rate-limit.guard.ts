import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { ApiRequest } from '#platform/http/api-request.js';
import { OPERATION } from '#platform/http/operation.decorators.js';
import type { Operation } from '#platform/operations/operation.js';
import { rateLimited, RateLimiter } from './rate-limiter.js';

/** First check of every operation: counts the request and says in four headers how matters stand. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<Operation | undefined>(OPERATION, context.getHandler());
    if (!operation) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    request.operation = operation;
    const state = await this.limiter.hit(request.caller, operation.spends === true);
    const response = http.getResponse<Response>();
    response.setHeader('X-RateLimit-Limit', state.limit);
    response.setHeader('X-RateLimit-Remaining', state.remaining);
    response.setHeader('X-RateLimit-Reset', state.resetAt);
    if (state.exceeded) {
      response.setHeader('Retry-After', state.retryAfterSeconds);
      throw rateLimited(state);
    }
    return true;
  }
}
