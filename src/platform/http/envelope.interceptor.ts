import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Answer } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { RenderedJson } from './lean-express.adapter.js';

/** Wraps what an operation answers in `{success, data, meta?}`; routes without an operation keep their own shape. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!context.switchToHttp().getRequest<ApiRequest>().operation) return next.handle();
    return next.handle().pipe(map(envelope));
  }
}

/** The success envelope of a handler's answer. */
export function envelope(answer: unknown): object {
  if (answer instanceof RenderedJson) return answer;
  if (answer instanceof Answer)
    return { success: true, data: answer.data as unknown, ...(answer.meta && { meta: answer.meta }) };
  return { success: true, data: answer };
}
