import type { Type } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { CallOf, Operation } from '#platform/operations/operation.js';

/** A validated call of a tool. */
export type ToolCall<O extends Operation> = CallOf<O> & RequestIdentity;

/** The properties of a tool that a client can rely on before a call. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** For tools that change nothing. */
const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** For tools that change the team's data. A repeated call has no further effect. */
const WRITES: ToolHints = { ...READS, readOnlyHint: false };

/** For tools that cost a credit and may call other services. */
const SPENDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

const hintsOf = ({ spends, writes }: Operation): ToolHints => (spends ? SPENDS : writes ? WRITES : READS);

/** An operation as an MCP tool. It contains no rules of its own: the service decides. */
export interface Tool {
  operation: Operation;
  title: string;
  /** For the model: what the tool does, when to use it, what it costs. */
  description: string;
  hints: ToolHints;
  /** Seconds within which an identical call returns the run that was already paid for, without another charge. */
  repeatsWithin?: number;
  /** The service whose method `call` calls. */
  service: Type<object>;
  call: (service: object, call: ToolCall<Operation>) => unknown;
}

/** Defines a tool whose `call` has the types of its service and of its operation's input. */
export function tool<const O extends Operation, S extends object>(
  operation: O,
  service: Type<S>,
  {
    call,
    ...rest
  }: Pick<Tool, 'title' | 'description' | 'repeatsWithin'> & {
    call: (service: S, call: ToolCall<O>) => unknown;
  },
): Tool {
  return {
    ...rest,
    operation,
    hints: hintsOf(operation),
    service,
    call: (instance, toolCall) => call(instance as S, toolCall as unknown as ToolCall<O>),
  };
}
