import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refusalOf } from '#access/policy/access.policy.js';
import type { ApiRequest } from '#platform/http/api-request.js';

/** Refuses callers that may not use the operation of a REST route, with 401 or 403. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, caller } = context.switchToHttp().getRequest<ApiRequest>();
    const refusal = operation ? refusalOf(operation, caller, 'rest') : null;
    if (refusal) throw refusal;
    return true;
  }
}
