import { SetMetadata } from '@nestjs/common';
import type { Env } from '#config/env.js';

/** Background work as a method declares it. */
export interface DueWorkOptions {
  /** Imperative and unique, such as `purge-sessions`. The name of its jobs on the board, in logs and in metrics. */
  name: string;
  /** Seconds from the start of one round to the start of the next. */
  everySeconds: number | ((env: Env) => number);
  /**
   * Whether `DueWork.notify` starts a round at once. The work then has a queue under its name, which `notifiedWork` defines.
   * Its rounds may overlap, so they claim rows.
   */
  notified?: boolean;
  /** How long a notified round waits for further notifications, so that it does the work of all. */
  mergeMs?: number;
  /** The number of notified rounds that one worker runs at the same time. Default: 1. */
  atOnce?: number;
}

export const ON_DUE = Symbol('on-due');

type DueMethod = (...input: never[]) => unknown;

/**
 * Runs a provider's method in the worker, without arguments: one round of background work, at intervals and, if it is `notified`,
 * whenever rows are due. If the method returns true, more is due, and another round of notified work follows. The board shows any
 * other result. A round that throws is logged and counted, and the next one starts on schedule, so the method must be safe to
 * repeat. Without `notified`, one worker runs it at a time. The first round starts as soon as a worker is there.
 *
 * @example
 * \@OnDue({ name: 'purge-sessions', everySeconds: 3_600 })
 * purge(): Promise<number> { … }
 */
export const OnDue = (
  options: DueWorkOptions,
): (<Method extends DueMethod>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void) => SetMetadata(ON_DUE, options);
