import { hash } from 'node:crypto';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

/** The return value of a handler whose client has the body already. */
export const NOT_MODIFIED = Symbol('304');

/** A rendered answer and its entity tag. */
export interface Tagged {
  bytes: Buffer;
  tag: string;
}

const TAG_LENGTH = 27;
const WEAK = /^W\//;

/** The weak entity tag of an answer: 160 bits of its SHA-256. */
export const tagOf = (bytes: Buffer): string => `W/"${hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)}"`;

/** Whether the answer of a request has an entity tag: a read whose answer does not change every time. */
export const isTagged = ({ method, operation }: ApiRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !operation?.isEphemeral;

/**
 * Sends the tag, and says that the answer is for this caller alone. The body is `NOT_MODIFIED` if the client has it: the
 * guards have checked the credential before. A 304 may be free, so it may give its hit back.
 */
export function tagged(request: ApiRequest, response: Response, { bytes, tag }: Tagged): Buffer | typeof NOT_MODIFIED {
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  if (request.headers.authorization !== undefined) response.setHeader('Cache-Control', 'private, no-cache');
  if (!isKnown(request.headers['if-none-match'], tag)) return bytes;
  request.giveBackHit?.();
  return NOT_MODIFIED;
}

/** Whether `If-None-Match` names the tag, compared weakly (RFC 9110). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(',').map((each) => each.trim());
  return known.includes('*') || known.some((each) => each.replace(WEAK, '') === tag.replace(WEAK, ''));
}
