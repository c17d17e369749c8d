import type { Request } from 'express';
import type { Caller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';

/** What travels with a request through middleware, guards, pipe and handler. */
export interface ApiRequest extends Request {
  requestId: string;
  caller: Caller;
  operation?: Operation;
  /** The parsed JSON body, or undefined when none was sent. */
  json?: unknown;
  /** SHA-256 of the body's bytes; set where the request has an `Idempotency-Key` and a body. */
  bodyHash?: Buffer;
  /** Names this request for ever among all that carry an `Idempotency-Key`; set while it runs. */
  idempotencyId?: string;
}
