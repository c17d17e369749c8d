import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from '#platform/http/api-request.js';
import { LaneThrottlerGuard } from './lane-throttler.guard.js';

/** Gives the hit on the spending windows back to a request with `dry_run`, before the answer is sent. */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly throttler: LaneThrottlerGuard) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    return request.operation?.spends ? from(this.answer(request, next)) : next.handle();
  }

  private async answer(request: ApiRequest, next: CallHandler): Promise<unknown> {
    try {
      return await lastValueFrom(next.handle());
    } finally {
      if (isDryRun(request.json)) await this.throttler.giveBackSpending(request);
    }
  }
}

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { dry_run?: unknown }).dry_run === true;
