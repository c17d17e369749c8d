import { SANDBOX_IDS } from '#platform/caller/test-mode.js';
import { rateLimited } from '#platform/errors/application-error.js';
import { nextDay } from '#accounts/credits/spending.rules.js';
import { dailyCapReached, insufficientCredits, spendCapReached } from '#accounts/credits/credits.failures.js';

/** The outcome that a magic id of test mode forces, in any state. */
export interface ForcedEffect<Output = unknown, Result = unknown> {
  /** The outcome in words, for developers. */
  does: string;
  /** Throws the failure of a request that is refused before anything is charged. `limit` is that of paid actions in a window. */
  refuse?: (limit: number) => never;
  /** The result that every request finds, as `findExisting` would. */
  existing?: Result;
  /** Existing results are ignored: each request starts a run. */
  startsAnew?: true;
  /** Seconds before the run is executed. */
  delaySeconds?: number;
  /** Every attempt fails. */
  fails?: true;
  /** Changes the result of the work. */
  change?(output: Output): Output;
}

/** The effects of an action, by the number of a magic id. */
export type ForcedEffects<Output = unknown, Result = unknown> = Readonly<Record<number, ForcedEffect<Output, Result>>>;

/** The id of the sandbox with this number, from 101. */
export const sandboxId = (number: number | string): string => SANDBOX_IDS + String(number).padStart(12, '0');

/** The refusals that magic ids force. */
export const REFUSALS = {
  insufficientCredits: {
    does: 'is refused with 402 insufficient_credits',
    refuse: () => {
      throw insufficientCredits({ credits_balance: 0, credits_required: 1 });
    },
  },
  spendCap: {
    does: 'is refused with 402 spend_cap_reached',
    refuse: () => {
      throw spendCapReached({ spend_cap: 1, spend_used: 1, spend_remaining: 0, credits_required: 1 });
    },
  },
  dailyCap: {
    does: 'is refused with 402 daily_cap_reached',
    refuse: () => {
      const [daily_cap, daily_used, resets_at] = [1, 1, nextDay(new Date()).toISOString()];
      throw dailyCapReached({ daily_cap, daily_used, daily_remaining: 0, credits_required: 1, resets_at });
    },
  },
  rateLimit: {
    does: 'is refused with 429 and Retry-After: 1',
    refuse: (limit: number) => {
      throw rateLimited({ retry_after_seconds: 1, limit, remaining: 0 });
    },
  },
} satisfies Record<string, ForcedEffect>;
