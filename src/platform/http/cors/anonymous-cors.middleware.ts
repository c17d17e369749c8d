import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { EXPOSED_HEADERS } from './exposed.headers.js';
import type { DeclaredRoute } from '../route-registry.js';

/**
 * Lets pages of any origin read the anonymous GET routes under `prefix`: operations with the anonymous lane, and routes
 * without an operation. Pages of another origin can read nothing else.
 */
export function anonymousCors(prefix: string, routes: readonly DeclaredRoute[]): RequestHandler {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(prefix))
    .filter(({ operation }) => !operation || operation.lanes.includes('anonymous'))
    .map(({ path }) => path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+'));
  const readable = new RegExp(`^(?:${paths.join('|')})/?$`);
  return (request: Request, response: Response, next: NextFunction): void => {
    // Only browsers send an Origin header and check whether a page may read the response.
    if (request.headers.origin === undefined || !readable.test(request.path)) return next();
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, X-Request-Id');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.status(204).end();
  };
}
