import { defineFailure } from '#platform/errors/application-error.js';

/** A failure with the code `invalid_request` and no details but its reason. */
const invalid = (reason: string, message: string, more: { mayRetry?: true } = {}) =>
  defineFailure({ reason, code: 'invalid_request', message, ...more });

export const malformedJson = invalid('malformed_json', 'The body is not valid JSON');
export const bodyTooLarge = invalid('body_too_large', 'The body is too large');
export const unsupportedMediaType = invalid('unsupported_media_type', 'The body must be sent as application/json');
export const malformedHttp = invalid('malformed_http', 'The request is not valid HTTP');
export const headersTooLarge = invalid('headers_too_large', 'The request headers are too large');
export const requestTimeout = invalid('request_timeout', 'The request did not arrive in time', { mayRetry: true });
export const unsupportedExpectation = invalid('unsupported_expectation', 'The Expect header is not supported');
export const idempotencyKeyReused = invalid(
  'idempotency_key_reused',
  'This Idempotency-Key was used with another body',
);
export const idempotencyKeyInUse = invalid(
  'idempotency_key_in_use',
  'The first request with this Idempotency-Key is still running; ask again later',
  { mayRetry: true },
);
