import type { ApplicationError } from '#platform/errors/application-error.js';
import type { BudgetState } from './budgets.queries.js';
import { dailyCapReached, insufficientCredits, spendCapReached } from './credits.failures.js';

/** The credits of a caller: the balance of its team, and its budget; null for a caller that may spend the whole balance. */
export interface CreditPosition {
  balance: number;
  budget: BudgetState | null;
}

/**
 * The 402 of a purchase at this price, or null: `spend_cap_reached`, `daily_cap_reached`, `insufficient_credits`, in this
 * order. Purchases and quotes both use this function, so they cannot disagree.
 */
export function spendingFailure({ balance, budget }: CreditPosition, price: number): ApplicationError | null {
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
  return balance < price ? insufficientCredits({ credits_balance: balance, credits_required: price }) : null;
}

/** The credits of a caller after it spends `credits`. */
export function afterSpending({ balance, budget }: CreditPosition, credits: number): CreditPosition {
  return { balance: balance - credits, budget: budget && countedIn(budget, credits) };
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
const nextDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
