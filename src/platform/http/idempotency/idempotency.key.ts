import { createHash } from 'node:crypto';
import { subjectOf } from '#platform/caller/caller.js';
import type { InputFault } from '#platform/errors/application-error.js';
import type { ApiRequest } from '../api-request.js';

const HEADER = 'idempotency-key';
const MAX_KEY_LENGTH = 255;
const PRINTABLE = /^[^\p{Cc}]+$/u;

/** The faults of a write's `Idempotency-Key`: empty, too long, or with control characters. */
export function idempotencyKeyFaults(request: ApiRequest): InputFault[] {
  const key = sentKey(request);
  if (key === undefined || (key.length <= MAX_KEY_LENGTH && PRINTABLE.test(key))) return [];
  const message = `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} characters without control characters`;
  return [
    { field: 'Idempotency-Key', location: 'header', code: 'idempotency_key', message, min: 1, max: MAX_KEY_LENGTH },
  ];
}

/**
 * Identifies the request by credential, method, path and key. Null for a read, an anonymous caller, a missing key, or a
 * key that the input pipe will refuse.
 */
export function idempotencyIdOf(request: ApiRequest): Buffer | null {
  const key = sentKey(request);
  if (key === undefined || request.caller.lane === 'anonymous' || idempotencyKeyFaults(request).length > 0) return null;
  const scope = [subjectOf(request.caller), request.method, request.path, key];
  return createHash('sha256').update(JSON.stringify(scope)).digest();
}

/** The header of a write. Reads ignore the header. */
function sentKey(request: ApiRequest): string | undefined {
  if (!request.operation || request.method === 'GET' || request.method === 'HEAD') return undefined;
  return request.headers[HEADER] as string | undefined;
}
