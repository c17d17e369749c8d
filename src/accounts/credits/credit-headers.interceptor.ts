import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ApiRequest } from '#platform/http/api-request.js';
import { showsCredits } from '#platform/operations/operation.js';
import { CreditHeaders } from './credit-headers.js';

/** Sets the headers about credits, on successes and failures, when all purchases of the request are in the ledger. */
@Injectable()
export class CreditHeadersInterceptor implements NestInterceptor {
  constructor(private readonly headers: CreditHeaders) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { operation, caller } = context.switchToHttp().getRequest<ApiRequest>();
    if (!operation || !showsCredits(operation)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return from(lastValueFrom(next.handle()).finally(() => this.headers.set(caller, response)));
  }
}
