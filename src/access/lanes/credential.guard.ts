import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { ApiRequest } from '#platform/http/api-request.js';
import { demandCredential } from './credential.policy.js';

/** 403 for the credential itself: its team has no paid plan any more, or it may not spend. */
@Injectable()
export class CredentialGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, caller } = context.switchToHttp().getRequest<ApiRequest>();
    if (operation) demandCredential(operation, caller);
    return true;
  }
}
