import type { Type } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { CallOf, Operation } from '#platform/operations/operation.js';
import type { Meta } from '#platform/operations/operation.result.js';
import type { Advise } from './tool.advice.js';
import type { ProgressChannel } from './tool.progress.js';
import type { ToolView } from './tool.view.js';

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
export const WRITES: ToolHints = { ...READS, readOnlyHint: false };

/** For tools that cost a credit and may call other services. */
export const SPENDS: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

const hintsOf = ({ spends, writes }: Operation): ToolHints => (spends ? SPENDS : writes ? WRITES : READS);

/** The content of a successful result. */
export interface Content {
  data: unknown;
  meta?: Meta & { untrusted?: string; next_step?: string };
}

/** Work that a call has started, and a client that wants to know its progress. */
export interface StartedWork {
  /** The return value of the operation. */
  returned: unknown;
  /** The id of the item, as validated. */
  id: string;
  channel: ProgressChannel;
}

/** Waits for the work. @returns the result of the tool, instead of `started.returned` */
export interface Follow {
  service: Type<object>;
  wait: (service: object, started: StartedWork) => Promise<unknown>;
}

/** Defines a wait with the type of its service. */
export const followWith = <S extends object>(
  service: Type<S>,
  wait: (service: S, started: StartedWork) => Promise<unknown>,
): Follow => ({ service, wait: (instance, started) => wait(instance as S, started) });

/** The properties of a tool besides its operation. */
interface ToolProperties {
  /** Snake case, unique. By default the id of the operation. */
  name?: string;
  title: string;
  /** For the model: the purpose of the tool, when to use it, and its cost. */
  description: string;
  /** Arguments with another name than the field of the operation, by name. The name of the field is accepted too. */
  names?: Readonly<Record<string, string>>;
  /** Fields of the operation that the tool does not have. */
  omits?: readonly string[];
  /** Objects of the data whose fields the output schema does not list. */
  opaque?: readonly string[];
  /** The result is the data alone, in the form that a kind of client expects. */
  isBare?: true;
  /** Shortens the data. Without a view, a tool returns the data of REST. */
  view?: ToolView;
  /** The data contains text that reviewers, authors or makers wrote. */
  holdsForeignText?: true;
  advise?: Advise;
  /** For a tool that charges although its operation has no price: what it buys, for the question to the person. */
  purchase?: (call: ToolCall<Operation>) => string;
  /** Waits for work that the tool starts, if the client wants to know its progress. */
  follow?: Follow;
  /** The next step after a 404: the source of the ids in the arguments. */
  idSource?: string;
  /** Seconds within which an identical call returns the work that was already started, without another charge. */
  repeatsWithin?: number;
  /** By default, the hints follow from the operation. */
  hints?: ToolHints;
  /** Only callers with a budget list the tool, as if it cost credits itself. */
  needsBudget?: true;
}

/** An operation as an MCP tool. It contains no rules: the service decides. */
export interface Tool extends ToolProperties {
  name: string;
  operation: Operation;
  hints: ToolHints;
  /** The service whose method `call` calls. */
  service: Type<object>;
  call: (service: object, call: ToolCall<Operation>) => unknown;
}

/** Defines a tool whose `call` has the types of its service and of its operation's input. */
export function tool<const O extends Operation, S extends object>(
  operation: O,
  service: Type<S>,
  { call, ...rest }: ToolProperties & { call: (service: S, call: ToolCall<O>) => unknown },
): Tool {
  return {
    name: operation.id,
    hints: hintsOf(operation),
    ...rest,
    operation,
    service,
    call: (instance, toolCall) => call(instance as S, toolCall as unknown as ToolCall<O>),
  };
}
