import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '#platform/caller/caller.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';

const HOW = 'Send the key in the header Authorization: Bearer <API_KEY>';

/** The 401 of a REST route, which explains how to send a key. */
export const withHint = ({ message }: ApplicationError, headers: IncomingHttpHeaders): ApplicationError =>
  unauthorized(message, {
    hint: headers['x-api-key'] === undefined ? HOW : `The header X-API-Key is not read. ${HOW}`,
  });

/** The `WWW-Authenticate` header of a 401 (RFC 6750). It has an error only if the caller sent a credential. */
export const challengeOf = (caller: Caller, { message }: ApplicationError): string =>
  caller.lane === 'anonymous' && !caller.hasInvalidCredential
    ? 'Bearer realm="api"'
    : `Bearer realm="api", error="invalid_token", error_description="${message}"`;
