/** The headers of an answer that pages of another origin may read, for `Access-Control-Expose-Headers`. */
export const EXPOSED_HEADERS =
  'WWW-Authenticate, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, ' +
  'RateLimit-Policy, Retry-After, Link, ETag, Api-Version, X-Livemode';
