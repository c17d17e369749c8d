import type { CallerTeam, SubscriptionStatus } from '#platform/caller/caller.js';

const PAYING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];

/** True when the team's plan gives it the paid lanes: any plan but free, in a state that is still served. */
export function isPaidTeam(team: Pick<CallerTeam, 'tier' | 'status'>): boolean {
  return team.tier !== 'free' && PAYING.includes(team.status);
}
