import { defineFailure } from '#platform/errors/application-error.js';

type More = Pick<Parameters<typeof defineFailure>[0], 'on' | 'mayRetry'>;

/** A failure with the code `invalid_request` and no details but its reason. */
const invalid = (reason: string, message: string, cause: string, cure: string, more: More) =>
  defineFailure({ reason, code: 'invalid_request', message, cause, cure, ...more });

/** The failure of requests that no client library sends. */
const NOT_HTTP = { on: 'malformed requests' } as const;

export const malformedJson = invalid(
  'malformed_json',
  'The body is not valid JSON',
  'The body could not be parsed as JSON.',
  'Serialize the body with a JSON library, in UTF-8.',
  { on: 'bodies' },
);
export const bodyTooLarge = invalid(
  'body_too_large',
  'The body is too large',
  'The body has more bytes than the service reads. See [limits](/docs/limits).',
  'Send a smaller body.',
  { on: 'bodies' },
);
export const unsupportedMediaType = invalid(
  'unsupported_media_type',
  'The body must be sent as application/json',
  'The body has a different `Content-Type` or encoding.',
  'Send `Content-Type: application/json`.',
  { on: 'bodies' },
);
export const overloaded = defineFailure({
  reason: 'overloaded',
  code: 'internal_error',
  message: 'The service has too much to do; ask again in a moment',
  cause:
    'The process had more requests than it could answer in time, and refused this one at once. Nothing was done or charged.',
  cure: 'Send the same request again after the seconds in `Retry-After`.',
  nextStep: 'Wait for some seconds, then call again.',
  mayRetry: true,
  isInternal: true,
});
export const malformedHttp = invalid(
  'malformed_http',
  'The request is not valid HTTP',
  'The request line or a header breaks the rules of HTTP.',
  'Send the request with an HTTP library.',
  NOT_HTTP,
);
export const headersTooLarge = invalid(
  'headers_too_large',
  'The request headers are too large',
  'The headers are larger than 16 KB in total.',
  'Send fewer or shorter headers, such as fewer cookies.',
  NOT_HTTP,
);
export const requestTimeout = invalid(
  'request_timeout',
  'The request did not arrive in time',
  'The connection was too slow, or it broke while the request was sent.',
  'Send the request again, with the same `Idempotency-Key` if it is a write.',
  { ...NOT_HTTP, mayRetry: true },
);
export const unsupportedExpectation = invalid(
  'unsupported_expectation',
  'The Expect header is not supported',
  'The request has an `Expect` header with a value other than `100-continue`.',
  'Leave the header out.',
  NOT_HTTP,
);
export const idempotencyKeyReused = invalid(
  'idempotency_key_reused',
  'This Idempotency-Key was used with a different body',
  'An earlier request to the same path had the same `Idempotency-Key` and a different body.',
  'Use a new key for a new request. Send a repeated request with its first body. See [idempotency](/docs/idempotency).',
  { on: 'writes' },
);
export const idempotencyKeyInUse = invalid(
  'idempotency_key_in_use',
  'The first request with this Idempotency-Key is still running; ask again later',
  'The first request with this `Idempotency-Key` has not finished, and this one has waited for the maximum time.',
  'Send the same request again after the seconds in `Retry-After`.',
  { on: 'writes', mayRetry: true },
);
