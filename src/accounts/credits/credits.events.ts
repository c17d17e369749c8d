import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { PLAN_TIERS } from '#config/env.js';
import { SUBSCRIPTION_STATUSES } from '#platform/caller/caller.js';

/** Credits were added to the balance of a team. */
export const CREDITS_REFILLED = defineTeamEvent({
  type: 'credits.refilled',
  description: 'Credits were added: a period began, or an operator granted credits',
  data: z.object({
    credits_balance: z.int().describe('The balance afterwards'),
    granted: z.int().describe('The credits that were added'),
    expired: z.int().describe('The credits of the last period that expired at the same time'),
    reason: z.enum(['renewal', 'plan_started', 'pack', 'grant']).describe('Why the credits were added'),
  }),
  example: { credits_balance: 500, granted: 500, expired: 12, reason: 'renewal' },
});

const subscription = z.object({
  tier: z.enum(PLAN_TIERS).describe('The plan'),
  status: z.enum(SUBSCRIPTION_STATUSES).describe('The state of the subscription'),
});

/** The plan or the status of a team changed. */
export const SUBSCRIPTION_UPDATED = defineTeamEvent({
  type: 'subscription.updated',
  description: 'The plan or the status of the subscription changed',
  data: z.object({
    from: subscription.describe('Before'),
    to: subscription.describe('After'),
    renews_on: z.iso.datetime().nullable().describe('When the period ends; null without a period'),
  }),
  example: {
    from: { tier: 'starter', status: 'active' },
    to: { tier: 'growth', status: 'active' },
    renews_on: '2026-12-22T00:00:00.000Z',
  },
});
