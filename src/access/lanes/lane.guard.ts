import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { unauthorized } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';

/** 401: a credential that is not valid, on every route; or none where the operation needs one. */
@Injectable()
export class LaneGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, caller, credentialFault } = context.switchToHttp().getRequest<ApiRequest>();
    if (!operation) return true;
    if (credentialFault) throw credentialFault;
    if (!operation.lanes.some((lane) => lane === caller.lane)) throw unauthorized('API key required');
    return true;
  }
}
