import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from './api-request.js';

/** Reverts the hit of a request with `dry_run` on the spending windows, before the answer is sent. */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.answer(context.switchToHttp().getRequest<ApiRequest>(), next));
  }

  private async answer(request: ApiRequest, next: CallHandler): Promise<unknown> {
    try {
      return await lastValueFrom(next.handle());
    } finally {
      if (isDryRun(request.json)) await request.giveBackSpending?.();
    }
  }
}

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { dry_run?: unknown }).dry_run === true;
