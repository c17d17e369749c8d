import type { NextFunction, Request, Response } from 'express';

const ANONYMOUS_READS =
  /^\/(?:products(?:\/[^/]+\/(?:pain-points|competitors))?|health(?:\/ready)?|ping|openapi\.json)\/?$/;
const EXPOSED = 'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

/** Lets pages of any origin read what anybody may read; nothing else is open to a browser of another origin. */
export function anonymousCors(request: Request, response: Response, next: NextFunction): void {
  if (!ANONYMOUS_READS.test(request.path)) return next();
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Request-Id');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
}
