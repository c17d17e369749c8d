import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from './api-request.js';
import { isReplayed } from './idempotency/idempotency.interceptor.js';

/**
 * Reverts the hit on the spending windows of a request that bought nothing, because it was only priced or was a replay,
 * before the answer is sent. The failure filter does the same for a refusal.
 */
@Injectable()
export class SpendingHitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.answer(http.getRequest<ApiRequest>(), http.getResponse<Response>(), next));
  }

  private async answer(request: ApiRequest, response: Response, next: CallHandler): Promise<unknown> {
    const returned: unknown = await lastValueFrom(next.handle());
    if (isDryRun(request.json) || isReplayed(response)) await request.giveBackSpending?.();
    return returned;
  }
}

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { dry_run?: unknown }).dry_run === true;
