import type { Type } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import type { InputOf, Operation } from '#platform/operations/operation.js';

/** One call of a tool, checked and validated. */
export interface ToolCall<O extends Operation> extends RequestIdentity {
  /** A team, unless the operation is open to anybody. */
  caller: 'anonymous' extends O['lanes'][number] ? Caller : TeamCaller;
  input: InputOf<O>;
}

/** What a client may assume of a tool before it calls it. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Changes nothing. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Changes what the team sees; doing it twice is doing it once. */
export const WRITES: ToolHints = { ...READS, readOnlyHint: false };

/** Costs a credit and may reach beyond this service. */
export const SPENDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** A line of the menu: the MCP face of an operation. It decides nothing; the service does. */
export interface Tool {
  operation: Operation;
  title: string;
  /** For the model: what it does, when to use it, what it costs. */
  description: string;
  hints: ToolHints;
  /** For how many seconds an identical call gets the run that was paid for instead of another charge. */
  repeatsWithin?: number;
  /** Whose method `call` hands over to. */
  service: Type<object>;
  call: (service: object, call: ToolCall<Operation>) => unknown;
}

/** A tool whose `call` knows the types of its service and of its operation's input. */
export function tool<const O extends Operation, S extends object>(entry: {
  operation: O;
  title: string;
  description: string;
  hints: ToolHints;
  repeatsWithin?: number;
  service: Type<S>;
  call: (service: S, call: ToolCall<O>) => unknown;
}): Tool {
  const { call, ...rest } = entry;
  return { ...rest, call: (service, toolCall) => call(service as S, toolCall as unknown as ToolCall<O>) };
}
