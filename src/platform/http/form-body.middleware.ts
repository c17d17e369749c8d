import express, { type NextFunction, type Request, type Response } from 'express';
import { invalidRequest } from '#platform/errors/application-error.js';

// Encoded, 2,000 characters of some scripts are 18 kB.
const parse = express.urlencoded({ extended: false, limit: '64kb' });

/**
 * Reads the body of an HTML form into `request.body`; every value is a string, or an array if the field is repeated.
 */
export function formBody(request: Request, response: Response, next: NextFunction): void {
  parse(request, response, (error?: unknown) => {
    next(error === undefined ? undefined : invalidRequest('The form could not be read'));
  });
}
