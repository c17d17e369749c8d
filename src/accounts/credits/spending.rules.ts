import type { ApplicationError } from '#platform/errors/application-error.js';
import type { BudgetState } from './budgets.queries.js';
import { type Reserved, spendableOn } from './pool.parts.js';
import { dailyCapReached, insufficientCredits, spendCapReached } from './credits.failures.js';

/** The credits of a caller: the balance of its team, and its budget; null for a caller that may spend the whole balance. */
export interface CreditPosition {
  balance: number;
  /** The part of the balance that only some actions can use. */
  reserved: Reserved;
  budget: BudgetState | null;
}

/**
 * The 402 of an action at this price, or null: `spend_cap_reached`, `daily_cap_reached`, `insufficient_credits`, in this
 * order. Purchases and quotes both use this function, so they cannot disagree.
 */
export function spendingFailure(
  { balance, reserved, budget }: CreditPosition,
  { price, action }: { price: number; action: string },
): ApplicationError | null {
  if (budget && budget.used + price > budget.limit) {
    const { limit, used } = budget;
    const spend_remaining = Math.max(0, limit - used);
    return spendCapReached({ spend_cap: limit, spend_used: used, spend_remaining, credits_required: price });
  }
  if (budget && budget.daily_limit !== null && budget.daily_used + price > budget.daily_limit) {
    const { daily_limit, daily_used } = budget;
    return dailyCapReached({
      daily_cap: daily_limit,
      daily_used,
      daily_remaining: Math.max(0, daily_limit - daily_used),
      credits_required: price,
      resets_at: nextDay(new Date()).toISOString(),
    });
  }
  const spendable = spendableOn(action, balance, reserved);
  return spendable < price ? insufficientCredits({ credits_balance: spendable, credits_required: price }) : null;
}

/** The credits of a caller after it spends the price of an action. */
export function afterSpending(
  { balance, reserved, budget }: CreditPosition,
  { price, action }: { price: number; action: string },
): CreditPosition {
  const left = Math.max(0, (reserved.get(action) ?? 0) - price);
  return {
    balance: balance - price,
    reserved: new Map([...reserved, [action, left]]),
    budget: budget && countedIn(budget, price),
  };
}

/** A budget after `credits` more are used today, or fewer if the number is negative. */
export const countedIn = (budget: BudgetState, credits: number): BudgetState => ({
  ...budget,
  used: budget.used + credits,
  daily_used: budget.daily_used + credits,
});

/** The rest of a budget: of its limit or of its daily limit, whichever is less. */
export const remainingOf = ({ limit, used, daily_limit, daily_used }: BudgetState): number =>
  Math.max(0, Math.min(limit - used, daily_limit === null ? Infinity : daily_limit - daily_used));

/** The beginning of the next day, in UTC. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
