import type { NextFunction, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { ApiRequest } from './api-request.js';

const SANE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives every request an id, keeping a sane one the client sent, and says it back. */
export function requestContext(request: ApiRequest, response: Response, next: NextFunction): void {
  const sent = request.headers['x-request-id'];
  request.requestId = typeof sent === 'string' && SANE_ID.test(sent) ? sent : uuidv7();
  response.setHeader('X-Request-Id', request.requestId);
  next();
}
