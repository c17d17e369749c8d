import type { CallerTeam, SubscriptionStatus } from '#platform/caller/caller.js';

const PAYING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];

/** Whether the team may use the paid lanes: it has a paid plan and its subscription is active, trialing or past due. */
export function isPaidTeam(team: Pick<CallerTeam, 'tier' | 'status'>): boolean {
  return team.tier !== 'free' && PAYING.includes(team.status);
}
