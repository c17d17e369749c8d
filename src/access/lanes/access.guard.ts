import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refusalOf } from '#access/policy/access.policy.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import type { Response } from 'express';
import { challengeOf, withHint } from './bearer.challenge.js';

/** Refuses callers that may not use the operation of a REST route, with 401 or 403. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { operation, caller, headers } = http.getRequest<ApiRequest>();
    const refusal = operation ? refusalOf(operation, caller, 'rest') : null;
    if (!refusal) return true;
    if (refusal.code !== 'unauthorized') throw refusal;
    http.getResponse<Response>().setHeader('WWW-Authenticate', challengeOf(caller, refusal));
    throw withHint(refusal, headers);
  }
}
