import { defineFailure } from '#platform/errors/application-error.js';

export const malformedJson = defineFailure({
  reason: 'malformed_json',
  code: 'invalid_request',
  message: 'The body is not valid JSON',
});

export const bodyTooLarge = defineFailure({
  reason: 'body_too_large',
  code: 'invalid_request',
  message: 'The body is too large',
});

export const unsupportedMediaType = defineFailure({
  reason: 'unsupported_media_type',
  code: 'invalid_request',
  message: 'The body must be sent as application/json',
});

export const malformedHttp = defineFailure({
  reason: 'malformed_http',
  code: 'invalid_request',
  message: 'The request is not valid HTTP',
});

export const headersTooLarge = defineFailure({
  reason: 'headers_too_large',
  code: 'invalid_request',
  message: 'The request headers are too large',
});

export const requestTimeout = defineFailure({
  reason: 'request_timeout',
  code: 'invalid_request',
  message: 'The request did not arrive in time',
  mayRetry: true,
});

export const unsupportedExpectation = defineFailure({
  reason: 'unsupported_expectation',
  code: 'invalid_request',
  message: 'The Expect header is not supported',
});

export const idempotencyKeyReused = defineFailure({
  reason: 'idempotency_key_reused',
  code: 'invalid_request',
  message: 'This Idempotency-Key was used with another body',
});

export const idempotencyKeyInUse = defineFailure({
  reason: 'idempotency_key_in_use',
  code: 'invalid_request',
  message: 'The first request with this Idempotency-Key is still running; ask again later',
  mayRetry: true,
});
