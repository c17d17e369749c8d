import type { Request } from 'express';
import type { Caller } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import type { FieldPaths } from '#platform/operations/field-selection.js';
import type { Operation } from '#platform/operations/operation.js';
import type { IgnoredParameter } from '#platform/operations/pagination.dto.js';

/** The query of a request: the values of the parameters that its operation knows, and the other parameters. */
export interface QueryParameters {
  known: Record<string, unknown>;
  ignored: readonly IgnoredParameter[];
}

/** A request with the properties that middleware, guards and interceptors set for the handler. */
export interface ApiRequest extends Request {
  requestId: string;
  caller: Caller;
  operation?: Operation;
  /** The tool that an MCP request calls. */
  tool?: string;
  /** The parameters of the query; set when they are first read. */
  parameters?: QueryParameters;
  /** The fields of the data that the query selects; null or undefined for all. */
  fields?: FieldPaths | null;
  /** Reverts the hit of this request on the rate limit, if a 304 is free for its caller. */
  giveBackHit?: () => void;
  /** Reverts the hit of this request on the spending limits, if the request has bought nothing, `refusal` if it was refused. */
  giveBackSpending?: (refusal?: ApplicationError) => Promise<void>;
  /** The parsed JSON body, or undefined if there is no body. */
  json?: unknown;
  /** SHA-256 of the canonical JSON of the body; set if the request has an `Idempotency-Key` and a body. */
  bodyHash?: Buffer;
  /**
   * Identifies this request among all requests with an `Idempotency-Key`, repetitions included; undefined without the
   * header.
   */
  idempotencyId?: string;
}
