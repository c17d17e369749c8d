import type { PlanTier } from '#config/env.js';
import type { CallerTeam, SubscriptionStatus } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';

/** The states in which a subscription gives its team a plan. */
export const PAYING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];

/** `PAYING` as a list of SQL. */
export const PAYING_STATES = `(${PAYING.map((status) => `'${status}'`).join(', ')})`;

/**
 * Whether the team may use the paid lanes: it has a paid plan and its subscription is active, trialing or past due. In
 * test mode every team may.
 */
export function isPaidTeam(team: Pick<CallerTeam, 'id' | 'tier' | 'status'>): boolean {
  return isTestTeam(team.id) || hasPaidPlan(team);
}

/** The plan whose limits a live team has: without a subscription, those of the free plan. */
export const effectiveTier = ({
  tier,
  subscriptionStatus: status,
}: {
  tier: PlanTier;
  subscriptionStatus: SubscriptionStatus;
}): PlanTier => (hasPaidPlan({ tier, status }) ? tier : 'free');

/** The plan whose limits the team of a caller has. In test mode it is that of the team, whatever its subscription. */
export const limitsTierOf = ({ id, tier, status }: Pick<CallerTeam, 'id' | 'tier' | 'status'>): PlanTier =>
  isTestTeam(id) ? tier : effectiveTier({ tier, subscriptionStatus: status });

/** Whether the team has a paid plan and its subscription is active, trialing or past due. */
export function hasPaidPlan(team: Pick<CallerTeam, 'tier' | 'status'>): boolean {
  return team.tier !== 'free' && PAYING.includes(team.status);
}

/** `hasPaidPlan` as a condition of SQL, on the row of a team. */
export const paidPlanOf = (team: string): string =>
  `${team}.tier <> 'free' AND ${team}.subscription_status IN ${PAYING_STATES}`;

/** The name of a plan in text, such as `Growth`. */
export const planName = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1);
