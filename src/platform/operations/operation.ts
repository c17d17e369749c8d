import type { Type } from '@nestjs/common';
import type { Caller, Lane, TeamCaller } from '#platform/caller/caller.js';
import type { DataVersion } from './data-version.js';
import { fieldNamesOf } from './field-names.js';

/**
 * The parts of a request that an operation reads, each a class-validator DTO. Fields have the same names on every
 * surface.
 */
export interface OperationInput {
  path?: Type<object>;
  query?: Type<object>;
  body?: Type<object>;
}

/**
 * One thing the service does, declared once and served by a REST route, an MCP tool or both.
 * `lanes` lists the callers that may use it; `spends` means that it costs credits and needs a budget.
 */
export interface Operation {
  /** Snake case, unique; the MCP tool of the operation has the same name. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  lanes: readonly Exclude<Lane, 'session'>[];
  spends?: boolean;
  /** The credits that it costs. */
  price?: number;
  /**
   * The scope that a key needs, if it is not `read` or `write`; null if it needs no scope. Required for an operation
   * that spends.
   */
  scope?: string | null;
  /** The right that a person needs, where it is not the one of the scope. */
  right?: string;
  /** People use it in the app in every plan. */
  isInEveryPlan?: true;
  /** It acts on others or spends, so people need a confirmed email address, and a team that is not suspended. */
  needsConfirmedAddress?: true;
  /** Any valid key may use it, from any address and without a paid plan. */
  isAlwaysAllowed?: true;
  /** Its answers have the headers about credits, like those of operations that spend. */
  showsCredits?: true;
  /** A write, which accepts `Idempotency-Key`. */
  writes?: boolean;
  /**
   * The write is one transaction, so the answer for repeated requests is stored in it. Required for a write that makes something new
   * each time and is not a purchase. `prepared`: the handler first asks outside, such as DNS, and returns the rest as a
   * `PreparedWrite`, so that no connection is held meanwhile.
   */
  keepsAnswerWithin?: true | 'prepared';
  /** The response holds a secret: it is kept encrypted for repeated requests. */
  answersSecret?: true;
  input: OperationInput;
  /** The answer changes with every request, so it has no `ETag`. */
  isEphemeral?: true;
  /** The answer holds contacts, keys or audit entries, which no cache may store. */
  isConfidential?: true;
  /**
   * The data from which the answer is made, beside the configuration and the address of the request. It is the same for all
   * callers, so it is kept until these data change.
   */
  madeFrom?: Type<DataVersion>;
  /**
   * With `madeFrom`: what the answer depends on beside its data. Callers with the same variant get the same answer, and one that is
   * not final is not kept.
   */
  variantOf?: (caller: Caller) => string;
  /** The query parameter `fields` selects fields of the data. */
  hasFields?: true;
  /** Pairs of fields whose first must not be greater or later than its second. Dots lead into objects. */
  ranges?: readonly (readonly [from: string, to: string])[];
  /** The failure for a path id that is not a UUID. The specification lists 400 for one endpoint only. */
  malformedId?: 'not_found' | 'invalid_request';
  output: {
    type: Type<object>;
    /** The type of the result when the operation is only priced. */
    dryRun?: Type<object>;
    isArray?: boolean;
    /** The answer is a file without an envelope, in a format that the query parameter `format` names. */
    isFile?: true;
    /** The paging of the list: by page number, by cursor, or by either. */
    paginated?: boolean | 'cursor' | 'both';
    /** `meta.synced_until` is the time up to which a feed of changes has been listed, and `meta.removed` what was removed. */
    synced?: boolean;
    upsell?: boolean;
    /** `meta.note` may state why a list is incomplete. */
    noted?: boolean;
    searched?: boolean;
    upToDate?: boolean;
    /** `meta.next_step` may state what to do next. */
    nextStep?: boolean;
    /** Callers poll until the result is final. */
    polled?: boolean;
  };
  /** Statuses of failures, for the reference, in addition to those that follow from the rest of the declaration. */
  failures?: readonly (400 | 401 | 402 | 403 | 404)[];
  /** Reasons of failures that are specific to this operation. */
  reasons?: readonly string[];
}

type Declaration = Omit<Operation, 'lanes'> & { lanes?: Operation['lanes'] };

const CREDENTIAL_LANES = ['key', 'oauth'] as const;
type LanesOf<D extends Declaration> = D extends { lanes: infer Lanes } ? Lanes : typeof CREDENTIAL_LANES;

/** The validated input of an operation: `{path, query, body}`, each an instance of its DTO. */
export type InputOf<O extends Operation> = {
  [Location in keyof O['input']]: O['input'][Location] extends Type<infer Dto> ? Dto : never;
};

/**
 * A team caller, unless the operation also allows anonymous callers. An answer that is kept for all may not depend on it, unless the
 * operation has variants.
 */
type CallerOf<O extends Operation> = O extends { madeFrom: object; variantOf?: undefined }
  ? undefined
  : 'anonymous' extends O['lanes'][number]
    ? Caller
    : TeamCaller;

/** A validated call of an operation, over any surface. */
export interface CallOf<O extends Operation> {
  caller: CallerOf<O>;
  input: InputOf<O>;
  /** The response repeats it. */
  requestId: string;
  /** With an `Idempotency-Key`: the same for each repetition of the request. */
  idempotencyId?: string;
}

/** Declares an operation, for callers with an API key or an access token unless it names its lanes. */
export function defineOperation<const D extends Declaration>(declared: D): D & { lanes: LanesOf<D> } {
  const operation = { lanes: CREDENTIAL_LANES, ...declared } as D & { lanes: LanesOf<D> };
  const fields = Object.values<Type<object>>({ ...operation.input }).flatMap((dto) => [...fieldNamesOf(dto)]);
  const unknown = operation.ranges?.flat().find((field) => !fields.includes(field.replace(/\..*/, '')));
  if (unknown) throw new Error(`${operation.id} has no field ${unknown}.`);
  if (operation.spends && operation.lanes.includes('anonymous')) {
    throw new Error(`${operation.id} spends credits, so it cannot be anonymous.`);
  }
  if (operation.spends && !operation.scope?.startsWith('spend:')) {
    throw new Error(`${operation.id} spends credits, so it needs a scope "spend:…".`);
  }
  return Object.freeze(operation);
}

/** Whether the answers of an operation have the headers about credits. */
export const showsCredits = (operation: Operation): boolean =>
  operation.spends === true || operation.showsCredits === true;

type Paid = { scope: `spend:${string}`; price: number };
type PaidDeclaration = Omit<Declaration, 'lanes' | 'spends' | 'writes' | keyof Paid> & Paid;

/** An operation that costs credits. */
export type PaidOperation = Operation & Paid;

/** Declares an operation that costs credits. It needs a credential, a scope of spending and a budget, and is a write. */
export const definePaidOperation = <const D extends PaidDeclaration>(declared: D) =>
  defineOperation({ ...declared, spends: true, writes: true });
