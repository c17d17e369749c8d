import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { Env } from '#config/env.js';

/** What the kernel must know of a paid action to run it. */
export interface PaidActionOptions {
  /** Snake case, unique; the name of the action in the ledger. */
  kind: string;
  /** Credits. */
  price: number;
  /** The queue its runs wait in. A queue of its own keeps a slow action from starving the others. */
  queue: string;
  /** A paid run that has not ended by then fails and is refunded. */
  deadlineSeconds: (env: Env) => number;
  /** How long a caller waits for the result, where one does. */
  waitSeconds?: (env: Env) => number;
  /** How often a run is executed again after an attempt that threw, or whose worker died. */
  retries: number;
  /** Runs that one worker executes at the same time. */
  concurrency: (env: Env) => number;
  messages: {
    /** 500: the work could not be queued. */
    unavailable: string;
    /** 500: the run failed and was refunded. */
    failed: string;
    /** 500: the caller waited long enough; the run goes on. */
    stillRunning: string;
    /** The reason of the refund in the ledger. */
    refundReason: string;
  };
}

/** What an attempt may tell the kernel while it works. */
export interface Attempt {
  /** Notes progress. @throws LeaseLost when the run has ended or another attempt has it: then stop. */
  report(percent: number, itemsTotal?: number): Promise<void>;
}

/** A run that its action completes, or reads the result of. `id` also names the result, where one row is written a run. */
export interface RunOf<Input> {
  id: string;
  input: Input;
}

/**
 * A paid action: one class, provided once, with `@PaidAction`. The kernel owns charge, queue, lease, retries, deadline, refund
 * and waiting. `Input` is stored as JSON.
 */
export interface PaidWork<Input extends object, Output, Result = never> {
  /** Names what is bought. Racing requests for one item share one run and one charge. */
  itemOf(input: Input): string;
  /** What the buyer has already, which costs nothing; null where something must run. */
  findExisting?(input: Input): Promise<Result | null>;
  /** Notes that a run has begun. Joins the transaction that charges. */
  started?(input: Input): Promise<void>;
  /** Does the work: in a worker, outside any transaction. @throws whatever makes the attempt fail */
  execute(input: Input, attempt: Attempt): Promise<Output>;
  /**
   * Writes the result. Joins the transaction that ends the purchase.
   * @returns null to keep the charge, or the reason for which it is refunded.
   */
  complete(output: Output, run: RunOf<Input>): Promise<string | null>;
  /** Notes that a run has failed. Joins the transaction that refunds. */
  failed?(input: Input): Promise<void>;
  /** Reads what a completed run has written; left out where no caller waits. */
  resultOf?(run: RunOf<Input>): Promise<Result>;
}

/** The class of a paid action. */
export type PaidActionClass<Input extends object = object, Result = unknown> = Type<PaidWork<Input, unknown, Result>>;

const OPTIONS = Symbol('paid action');

/** Declares a paid action. */
export const PaidAction =
  (options: PaidActionOptions): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(OPTIONS, Object.freeze(options), target);

/** What a class declares with `@PaidAction`; undefined for any other class. */
export const declaredBy = (target: object): PaidActionOptions | undefined =>
  Reflect.getMetadata(OPTIONS, target) as PaidActionOptions | undefined;

/** The options of a paid action. @throws when the class is none. */
export function optionsOf(action: PaidActionClass): PaidActionOptions {
  const options = declaredBy(action);
  if (!options) throw new Error(`${action.name} is not a paid action`);
  return options;
}

/** What an action costs, in words: `1 credit`. */
export function costOf(action: PaidActionClass): string {
  const { price } = optionsOf(action);
  return price === 1 ? '1 credit' : `${price} credits`;
}
