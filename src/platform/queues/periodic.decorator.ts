import { SetMetadata } from '@nestjs/common';
import type { Env } from '#config/env.js';

/** Periodic work as a method declares it. */
export interface PeriodicOptions {
  /** Imperative and unique, such as `purge-sessions`. The name of the job on the board, in logs and in metrics. */
  name: string;
  /** Seconds from the start of one run to the start of the next. */
  everySeconds: number | ((env: Env) => number);
}

export const PERIODIC = Symbol('periodic');

/**
 * Runs a provider's method periodically, without arguments, in one worker at a time. The first run starts immediately.
 * Runs of one method never overlap. A run that throws is logged and counted, and the next run starts on schedule, so
 * the method must be safe to repeat. The board shows the return value.
 *
 * @example
 * \@Periodic({ name: 'purge-sessions', everySeconds: 3_600 })
 * purge(): Promise<number> { … }
 */
export const Periodic = (options: PeriodicOptions): MethodDecorator => SetMetadata(PERIODIC, options);
