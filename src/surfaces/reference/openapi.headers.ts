import type { Schema } from './openapi.types.js';

/** The headers of answers. */
export const HEADERS: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': { description: 'The id of this request: the one you sent, or a new one', schema: { type: 'string' } },
  'Api-Version': {
    description: 'The date of the newest change of the API, see `GET /changelog`',
    schema: { type: 'string', format: 'date' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the rate limit window',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining in the rate limit window',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Time when the rate limit window resets, in Unix seconds',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description: 'Requests remaining (`r`) and seconds until the reset (`t`) of the window `default` or `spending`',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Requests allowed (`q`) in how many seconds (`w`), for the same window',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request; for a 400 only with `idempotency_key_in_use`',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'The Bearer challenge of RFC 6750, with `error="invalid_token"` if a credential was sent',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description:
      'If the request has a credential: `private, no-cache` for an answer with an `ETag` and without contacts, keys or audit entries, else `private, no-store`',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The address of the next page, with `rel="next"`, absent without `next_cursor`; for a failure, the address of its explanation, with `rel="help"`',
    schema: { type: 'string' },
  },
  'X-Credits-Charged': {
    description:
      'Credits that this request spent, net of refunds; for a failure, only where credits are spent or shown',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Credits-Remaining': { description: "The team's balance afterwards", schema: { type: 'integer', minimum: 0 } },
  'X-Credits-Cap-Remaining': {
    description: 'The rest of the credential’s caps, the smaller of both; absent without a cap',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description:
      'The tag of `data` and `meta`; send it as `If-None-Match` to get a 304 without a body if nothing changed',
    schema: { type: 'string', pattern: '^W/"[A-Za-z0-9_-]{27}"$' },
  },
  Vary: { description: 'The headers on which the answer depends', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file, as an attachment', schema: { type: 'string' } },
  'X-Ignored-Parameters': {
    description: 'The query parameters that the export does not know, separated by commas; absent without any',
    schema: { type: 'string' },
  },
  'X-Next-Updated-Since': {
    description: 'The `updated_since` of the next export, which then misses no change',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Livemode': {
    description: '`false` for a key of test mode, absent otherwise',
    schema: { const: 'false' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored response of an earlier request',
    schema: { const: 'true' },
  },
};

/** The headers of every answer to an operation. */
export const ALWAYS = [
  'X-Request-Id',
  'Api-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
  'X-Livemode',
];
/** The headers of an answer that shows credits. */
export const CREDITS = ['X-Credits-Charged', 'X-Credits-Remaining', 'X-Credits-Cap-Remaining'];
/** The further headers of failures, by status. */
export const HEADERS_OF_FAILURES: Record<number, string[]> = {
  400: ['Retry-After', ...CREDITS],
  401: ['WWW-Authenticate'],
  402: CREDITS,
  403: CREDITS,
  404: CREDITS,
  429: ['Retry-After'],
  500: CREDITS,
};
