import type { NextFunction, Request, Response } from 'express';

const ANONYMOUS_READS =
  /^\/(?:products(?:\/[^/]+\/(?:pain-points|competitors))?|health(?:\/ready)?|ping|openapi\.json)\/?$/;
const EXPOSED = 'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

/** Lets pages of any origin read what anybody may read; nothing else is open to a browser of another origin. */
export function anonymousCors(request: Request, response: Response, next: NextFunction): void {
  // Only a browser says where a request comes from, and only a browser asks whether it may read the answer.
  if (request.headers.origin === undefined || !ANONYMOUS_READS.test(request.path)) return next();
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Request-Id');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
}
