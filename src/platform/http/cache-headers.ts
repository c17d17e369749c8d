import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

/**
 * Keeps caches from storing the response to a credential, and from giving a response of a path that serves callers with
 * and without a credential to the others.
 */
export function protectFromCaches({ headers, operation }: ApiRequest, response: Response): void {
  if (headers.authorization !== undefined) response.setHeader('Cache-Control', 'private, no-store');
  if (operation && operation.lanes.length > 1 && operation.lanes.includes('anonymous')) {
    response.setHeader('Vary', 'Authorization');
  }
}
