import type { DaySpending } from '#accounts/credits/statements.service.js';
import { PERIOD_DAYS } from '#accounts/teams/teams.service.js';

const DAY_MS = 86_400_000;

/** A shorter time says nothing about a month. */
const MIN_DAYS = 3;

/**
 * The credits spent since the last refill, and those of the whole period if the team goes on like this: null in the
 * first days. Without a next refill, the period is the last 30 days. `byDay` has the last 30 days, today last.
 */
export function expectedSpending(
  byDay: readonly DaySpending[],
  refillOn: string | null,
  now: Date,
): { spent: number; expected: number | null } {
  const left = refillOn ? Math.min(PERIOD_DAYS - 1, Math.max(0, (Date.parse(refillOn) - now.getTime()) / DAY_MS)) : 0;
  const begun = new Date(now.getTime() - (PERIOD_DAYS - left) * DAY_MS).toISOString().slice(0, 10);
  const spent = byDay.filter(({ day }) => day >= begun).reduce((sum, { credits }) => sum + credits, 0);
  const days = PERIOD_DAYS - left;
  return { spent, expected: days < MIN_DAYS ? null : Math.round((spent * PERIOD_DAYS) / days) };
}
