import type { NextFunction, Request, Response } from 'express';
import { EXPOSED_HEADERS } from './exposed.headers.js';

const ALLOWED =
  'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, x-mcp-toolsets';

/** Lets a page of any origin use a protocol that needs no cookies. */
export function openCors(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
}
