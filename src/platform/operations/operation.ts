import type { Type } from '@nestjs/common';
import type { Lane } from '#platform/caller/caller.js';

/** The parts of a request an operation reads, each a class-validator DTO. Fields carry the same names on every surface. */
export interface OperationInput {
  path?: Type<object>;
  query?: Type<object>;
  body?: Type<object>;
}

/**
 * One thing the service does, declared once: REST routes and MCP tools are faces of it.
 * `lanes` names who may call it over REST or tools; `spends` says it costs credits and needs a spend budget.
 */
export interface Operation {
  /** Snake case, unique; the MCP tool of the operation bears the same name. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  lanes: readonly Exclude<Lane, 'session'>[];
  spends?: boolean;
  /** A write: takes `Idempotency-Key`. */
  writes?: boolean;
  input: OperationInput;
  /** What a path id that is not a UUID answers; the specification lists 400 for one endpoint only. */
  malformedId?: 'not_found' | 'invalid_request';
  output: { type: Type<object>; isArray?: boolean; paginated?: boolean; upsell?: boolean; searched?: boolean };
  /** Failures the operation can answer beside 429 and 500, for the reference. */
  failures: readonly (400 | 401 | 402 | 403 | 404)[];
}

/** What an operation's DTOs make of a request: `{path, query, body}`, each an instance of its DTO. */
export type InputOf<O extends Operation> = {
  [Location in keyof O['input']]: O['input'][Location] extends Type<infer Dto> ? Dto : never;
};

/** Checks what the type cannot say and hands the operation back, frozen. */
export function defineOperation<const T extends Operation>(operation: T): T {
  if (operation.spends && operation.lanes.includes('anonymous')) {
    throw new Error(`${operation.id} spends credits, so it cannot be anonymous.`);
  }
  return Object.freeze(operation);
}
