import { hash } from 'node:crypto';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

/** The return value of a handler whose client already has the body. */
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
 * Sends the tag, and says that the answer is for this caller alone; what is confidential stays `no-store`. The body is `NOT_MODIFIED` if the client has it: the
 * guards have checked the credential before. A 304 may be free, so a named tag gives its hit back (RFC 9110, compared weakly).
 */
export function tagged(request: ApiRequest, response: Response, { bytes, tag }: Tagged): Buffer | typeof NOT_MODIFIED {
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  if (request.headers.authorization !== undefined && !request.operation?.isConfidential)
    response.setHeader('Cache-Control', 'private, no-cache');
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
  // Only a client that names the tag has the body, so a 304 for any other reason is no free one.
  if (known.some((each) => each.replace(WEAK, '') === tag.replace(WEAK, ''))) request.giveBackHit?.();
  else if (!known.includes('*')) return bytes;
  return NOT_MODIFIED;
}
