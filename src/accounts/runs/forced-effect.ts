import { rateLimited } from '#platform/errors/application-error.js';
import { dailyCapReached, insufficientCredits, spendCapReached } from '#accounts/credits/credits.failures.js';

/** The outcome that a magic id of test mode forces, whatever the state. */
export interface ForcedEffect<Output = unknown> {
  /** The outcome in words, for developers. */
  does: string;
  /** Throws the failure of a request that is refused before anything is charged. */
  refuse?: () => never;
  /** A run of another request is already open. */
  isInProgress?: true;
  /** Results that the buyer has do not count: each request starts a run. */
  startsAnew?: true;
  /** Seconds before the run is executed. */
  delaySeconds?: number;
  /** Every attempt fails. */
  fails?: true;
  /** Changes what the work has found. */
  change?(output: Output): Output;
}

/** A magic id, with what it forces on one action. */
export interface Fixture {
  id: string;
  resource: 'product' | 'opportunity';
  /** The kind of the paid action, also the id of its operation. */
  operation: string;
  effect: string;
}

const FIXTURES: Fixture[] = [];

/** The id of the sandbox with this number, from 101. */
export const sandboxId = (number: number | string): string =>
  `7e570000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** All magic ids of the loaded features, in the order of their ids. */
export const allFixtures = (): Fixture[] =>
  FIXTURES.toSorted((one, other) => one.id.localeCompare(other.id) || one.operation.localeCompare(other.operation));

/** Declares the magic ids of an action, by number. @returns the effect of an id */
export function defineForcedEffects<Output>(
  of: Pick<Fixture, 'resource' | 'operation'>,
  byNumber: Record<number, ForcedEffect<Output>>,
): (id: string) => ForcedEffect<Output> | undefined {
  const byId = new Map(Object.entries(byNumber).map(([number, effect]) => [sandboxId(number), effect]));
  for (const [id, { does }] of byId) FIXTURES.push({ id, ...of, effect: does });
  return (id) => byId.get(id);
}

/** The failure of an attempt that a magic id forces. The run is not repeated. */
export class ForcedFailure extends Error {
  constructor() {
    super('A magic id of test mode lets this fail');
  }
}

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
      const [daily_cap, daily_used, now] = [1, 1, new Date()];
      const resets_at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
      throw dailyCapReached({ daily_cap, daily_used, daily_remaining: 0, credits_required: 1, resets_at });
    },
  },
  rateLimit: {
    does: 'is refused with 429 and Retry-After: 1',
    refuse: () => {
      throw rateLimited({ retry_after_seconds: 1, limit: 20, remaining: 0 });
    },
  },
} satisfies Record<string, ForcedEffect>;
