import type { IncomingHttpHeaders } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { decide } from '#access/policy/access.policy.js';
import { CreditHeaders } from '#accounts/credits/credit-headers.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { showsCredits } from '#platform/operations/operation.js';
import type { Response } from 'express';
import type { Caller } from '#platform/caller/caller.js';

/** Refuses callers that may not use the operation of a REST route, with 401 or 403. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly creditHeaders: CreditHeaders) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const refusal = request.operation ? decide(request.operation, request.caller, 'rest') : null;
    return refusal ? this.refuse(refusal, request, http.getResponse<Response>()) : true;
  }

  private async refuse(
    refusal: ApplicationError,
    { operation, caller, headers }: ApiRequest,
    response: Response,
  ): Promise<never> {
    if (refusal.code === 'unauthorized') {
      response.setHeader('WWW-Authenticate', challengeOf(caller, refusal));
      throw withHint(refusal, headers);
    }
    if (operation && showsCredits(operation)) await this.creditHeaders.set(caller, response);
    throw refusal;
  }
}

const HOW = 'Send the key in the header Authorization: Bearer <API_KEY>';

/** The 401 of a REST route, which says how to send a key. */
const withHint = ({ message }: ApplicationError, headers: IncomingHttpHeaders): ApplicationError =>
  unauthorized(message, {
    hint: headers['x-api-key'] === undefined ? HOW : `The header X-API-Key is not read. ${HOW}`,
  });

/** The `WWW-Authenticate` header of a 401 (RFC 6750). It has an error only if the caller sent a credential. */
const challengeOf = (caller: Caller, { message }: ApplicationError): string =>
  caller.lane === 'anonymous' && !caller.hasInvalidCredential
    ? 'Bearer realm="api"'
    : `Bearer realm="api", error="invalid_token", error_description="${message}"`;
