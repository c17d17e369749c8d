import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { Env } from '#config/env.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import type { Expectation, FreeReason } from './dry-run.dto.js';
import type { ForcedEffect } from './forced-effect.js';
import type { RunFailureReason } from './run-failure.js';

/** The options of a paid action. */
export interface PaidActionOptions {
  /** The unique name of the action, also in the ledger. Snake case. */
  kind: string;
  /** Credits. */
  price: number;
  /** The queue of its runs. With a queue of its own, a slow action cannot delay the others. */
  queue: string;
  /** Seconds after which a paid run that has not ended fails and is refunded. */
  deadlineSeconds: (env: Env) => number;
  /** Seconds for which a caller waits for the result. By default, until the deadline. */
  waitSeconds?: (env: Env) => number;
  /** How many times a run is executed again after an attempt that threw or whose worker died. */
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

/**
 * The options of an action that asks another service while its caller waits: it is not repeated, and has the service's
 * timeout and some seconds to spare.
 */
export function whileAsking(
  timeoutMs: (env: Env) => number,
  spareSeconds: number,
): Pick<PaidActionOptions, 'retries' | 'concurrency' | 'deadlineSeconds' | 'waitSeconds'> {
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
  /** When the work should be done. A later result of a paid run is discarded. */
  readonly deadlineAt: Date;

  /**
   * Records progress.
   * @throws LeaseLost when the run has ended or another attempt has claimed it; the attempt must then stop
   */
  report(percent: number, itemsTotal?: number): Promise<void>;
}

/** A run, as its action sees it. The action may use `id` as the id of the row that stores the result. */
export interface RunOf<Input> {
  id: string;
  input: Input;
}

/**
 * The work of a paid action: a class with `@PaidAction`, provided once. The kernel handles charge, queue, lease,
 * retries, deadline, refund and waiting. `Input` is stored as JSON.
 */
export interface PaidWork<Input extends object, Output, Result = never> {
  /** The key of the item that is bought. Concurrent requests for one item share one run and one charge. */
  itemOf(input: Input): string;
  /** The outcome that a magic id forces. Asked in test mode only. */
  forcedEffect?(input: Input): ForcedEffect<Output> | undefined;
  /** A result that the buyer already has, which costs nothing. Null when a run is needed. */
  findExisting?(input: Input): Promise<Result | null>;
  /** Why an existing result costs nothing. */
  freeBecause?(existing: Result): FreeReason;
  /** The probable outcome of a run, without asking a provider. */
  expect?(input: Input): Promise<Expectation>;
  /** Called when a run has started, in the transaction of the charge. */
  started?(input: Input): Promise<void>;
  /** Does the work, in a worker, outside any transaction. An error fails the attempt. */
  execute(input: Input, attempt: Attempt): Promise<Output>;
  /**
   * Writes the result, in the transaction that closes the purchase.
   * @returns null to keep the charge, or the reason of the refund
   */
  complete(output: Output, run: RunOf<Input>): Promise<string | null>;
  /** Further fields of the log line of a completed run, beside its team, item and duration. */
  describe?(output: Output): Record<string, string | number>;
  /** Called when a run has failed, in the transaction of the refund. */
  failed?(input: Input, run: RunOf<Input>, reason: RunFailureReason): Promise<void>;
  /** Reads the result of a completed run. Not needed for an action whose callers do not wait. */
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

/** The options in the `@PaidAction` of a class. Undefined for any other class. */
export const declaredBy = (target: object): PaidActionOptions | undefined =>
  Reflect.getMetadata(OPTIONS, target) as PaidActionOptions | undefined;

/** The options of a paid action. @throws for a class without `@PaidAction` */
export function optionsOf(action: PaidActionClass): PaidActionOptions {
  const options = declaredBy(action);
  if (!options) throw new Error(`${action.name} is not a paid action`);
  return options;
}

/** The price of an action in words, such as `1 credit`. */
export const costOf = (action: PaidActionClass): string => creditsInWords(optionsOf(action).price);
