import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import type { PaidOperation } from '#platform/operations/operation.js';
import type { Expectation, FreeReason } from './dry-run.dto.js';
import type { ForcedEffects } from './forced-effect.js';
import type { RunFailureReason } from './run-failure.js';

/** The kind of resource that an action is about. */
export type Subject = 'product' | 'opportunity';

/** A validated call that buys an action. The path has the id of the subject. */
export interface PaidCall<Body extends object = object> {
  path: { id: string };
  body: Body;
}

/** All that is declared of a paid action. Quotes, bulk jobs, pages, tools and test mode read it. */
export interface PaidActionDeclaration {
  /** The operation that buys it. Its id is the name of the action in runs, in the ledger and in lists of calls. */
  operation: PaidOperation;
  /** The resource of the path. An item of a list has its id in the field `product_id` or `opportunity_id`. */
  subject: Subject;
  /** The results in one word, for charts. */
  title: string;
  /** When a call costs nothing, for the table of prices. */
  freeWhen: string;
  /** What a call buys, such as `a pitch`, for the question to a person. `name` is that of the subject. */
  describe(this: void, call: PaidCall, name: string): string;
  /** What the ledger shows of a purchase, and the id of the subject that it links to. `item` is the key of the item. */
  link(item: string): { text: string; subjectId: string };
  /** The outcomes that subjects of the sandbox force, by the number of their id. */
  effects?: ForcedEffects;
  /** The queue of its runs. With a separate queue, a slow action cannot delay the others. */
  queue: string;
  /** Seconds after which a paid run that has not ended fails and is refunded. */
  deadlineSeconds: (env: Env) => number;
  /** Seconds for which a caller waits for the result. By default, until the deadline. */
  waitSeconds?: (env: Env) => number;
  /** The number of repeated attempts after one that threw or whose worker died. */
  retries: number;
  /** The number of runs that one worker executes at the same time. */
  concurrency: (env: Env) => number;
  messages: {
    /** 500: the work could not be queued. */
    unavailable: string;
    /** 500: the run failed and was refunded. */
    failed: string;
    /** 500: the caller's time to wait is over; the run continues. */
    stillRunning: string;
    /** The reason of the refund in the ledger. */
    refundReason: string;
  };
}

/** The options of a paid action. */
export interface PaidActionOptions extends PaidActionDeclaration {
  /** The id of the operation. */
  kind: string;
  /** Credits. */
  price: number;
  /** The declared class. */
  action: PaidActionClass;
}

/**
 * The options of an action that calls another service while its caller waits: no repeats, and the service's timeout
 * plus a margin.
 */
export function whileAsking(
  timeoutMs: (env: Env) => number,
  spareSeconds: number,
): Pick<PaidActionDeclaration, 'retries' | 'concurrency' | 'deadlineSeconds' | 'waitSeconds'> {
  const timeoutSeconds = (env: Env): number => Math.ceil(timeoutMs(env) / 1_000);
  return {
    retries: 0,
    concurrency: () => 32,
    deadlineSeconds: (env) => timeoutSeconds(env) + spareSeconds,
    waitSeconds: (env) => timeoutSeconds(env) + LEASE_SECONDS + 5,
  };
}

/** An attempt to execute a run. */
export interface Attempt {
  /** The deadline of the work. A later result of a paid run is discarded. */
  readonly deadlineAt: Date;

  /**
   * Records progress, and what was found so far, if the pages of the action show it. It stays until it is replaced.
   * @throws LeaseLost when the run has ended or another attempt has claimed it; the attempt must then stop
   */
  report(percent: number, itemsTotal?: number, soFar?: object): Promise<void>;
}

/** A run, as its action sees it. The action may use `id` as the id of the row that stores the result. */
export interface RunOf<Input> {
  id: string;
  input: Input;
  /** Null for a run that was not charged. */
  purchase_id: string | null;
}

/** A granted request, for the answer of its call. */
export interface Sale<Input, Result> {
  input: Input;
  /** As in `Started` of the kernel. */
  state: 'existing' | 'started' | 'joined' | 'repeated';
  /** The result that existed, or that was waited for. An action without `resultOf` has only the former. */
  result: Result;
  /** The team's balance. */
  creditsRemaining: number;
}

/**
 * The work of a paid action: a class with `@PaidAction`, provided once. The kernel handles charge, queue, lease,
 * retries, deadline, refund and waiting. `Input` is stored as JSON.
 */
export interface PaidWork<Input extends object, Output, Result = never> {
  /** The key of the item that is bought. Concurrent requests for one item share one run and one charge. */
  itemOf(input: Input): string;
  /** Whether two inputs are of the same request. Needed if more than the request decides on the item. */
  isSame?(one: Input, other: Input): boolean;
  /** The id of the subject. Needed for `effects`. */
  subjectOf?(input: Input): string;
  /**
   * The input of a call. `requestId` is missing if the call is only priced.
   * @throws 404 for an unknown subject
   */
  inputOf(caller: TeamCaller, call: PaidCall, requestId?: string): Input | Promise<Input>;
  /** Refuses a request before anything is charged. @throws the failure of the request */
  admit?(input: Input): Promise<void>;
  /** A result that the buyer already has, which is free. Null when a run is needed. */
  findExisting?(input: Input): Promise<Result | null>;
  /** The reason why an existing result is free. */
  freeBecause?(existing: Result): FreeReason;
  /** Why a run of this input is free. Null to charge it. Called again in the transaction that starts the run. */
  freeRun?(input: Input): Promise<FreeReason | null>;
  /** The probable outcome of a run, without calling a provider. */
  expect?(input: Input): Promise<Expectation>;
  /** Seconds before the run is executed. None by default. */
  delaySecondsOf?(input: Input): number;
  /** Called when a run has started, in the transaction of the charge. */
  started?(input: Input): Promise<void>;
  /** Does the work, in a worker, outside any transaction. An error fails the attempt. */
  execute(input: Input, attempt: Attempt): Promise<Output>;
  /**
   * Writes the result, in the transaction that closes the purchase.
   * @returns null to keep the charge, or the reason of the refund
   */
  complete(output: Output, run: RunOf<Input>): Promise<string | null>;
  /** Further fields of the log line of a completed run, besides its team, item and duration. */
  describe?(output: Output): Record<string, string | number>;
  /** Called when a run has failed, in the transaction of the refund. */
  failed?(input: Input, run: RunOf<Input>, reason: RunFailureReason): Promise<void>;
  /** Reads the result of a completed run. Not needed for an action whose callers do not wait. */
  resultOf?(run: RunOf<Input>): Promise<Result>;
  /** The answer of a call. Null if the existing result is outdated by now, so that the request starts again. */
  answer(sale: Sale<Input, Result>): object | null | Promise<object | null>;
}

/** The class of a paid action. */
export type PaidActionClass<Input extends object = object, Result = unknown> = Type<PaidWork<Input, unknown, Result>>;

const OPTIONS = Symbol('paid action');

const BY_KIND = new Map<string, PaidActionOptions>();
const KINDS: string[] = [];

/** The names of all paid actions that are loaded. It grows while files are loaded. */
export const PAID_ACTIONS: readonly string[] = KINDS;

/** All paid actions that are loaded, in the order of their titles. */
export const declaredActions = (): PaidActionOptions[] =>
  [...BY_KIND.values()].sort((one, other) => one.title.localeCompare(other.title));

/** The paid action with a name. @throws for an unknown name */
export function actionNamed(kind: string): PaidActionOptions {
  const options = BY_KIND.get(kind);
  if (!options) throw new Error(`${kind} is not a paid action`);
  return options;
}

/** Declares a paid action. */
export const PaidAction =
  (declared: PaidActionDeclaration): ClassDecorator =>
  (target) => {
    const { id: kind, price } = declared.operation;
    const options = Object.freeze({ ...declared, kind, price, action: target as unknown as PaidActionClass });
    Reflect.defineMetadata(OPTIONS, options, target);
    BY_KIND.set(kind, options);
    KINDS.splice(0, Infinity, ...declaredActions().map((each) => each.kind));
  };

/** The options in the `@PaidAction` of a class. Undefined for any other class. */
export const declaredBy = (target: object): PaidActionOptions | undefined =>
  Reflect.getMetadata(OPTIONS, target) as PaidActionOptions | undefined;

/** The options of a paid action. @throws for a class without `@PaidAction` */
export function optionsOf(action: PaidActionClass): PaidActionOptions {
  const options = declaredBy(action);
  if (!options) throw new Error(`${action.name} is not a paid action`);
  return options;
}
