import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';
import { PLAN_TIERS } from '#config/env.js';
import { SUBSCRIPTION_STATUSES } from '#platform/caller/caller.js';
import { defineEvent } from '#platform/events/event.definition.js';

/** An API key, as events contain it. */
export const keySchema = z
  .object({
    id: z.uuid().describe('The id of the key'),
    name: z.string().describe('The name of the key'),
    hint: z.string().describe('The last four characters of the key'),
  })
  .describe('The key');
export const EXAMPLE_KEY = { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', name: 'CRM', hint: '3f9a' };

/** Credits were added to the balance of a team. */
export const CREDITS_REFILLED = defineTeamEvent({
  type: 'credits.refilled',
  description: 'Credits were added: a period began, a pack was paid for, an operator granted them, or the team is new',
  data: z.object({
    credits_balance: z.int().describe('The balance afterwards'),
    granted: z.int().describe('The credits that were added'),
    expired: z.int().describe('The credits of the last period that expired at the same time'),
    reason: z.enum(['renewal', 'plan_started', 'pack', 'grant', 'welcome']).describe('Why the credits were added'),
  }),
  example: { credits_balance: 500, granted: 500, expired: 12, reason: 'renewal' },
});

/** A grant of an operator, which is an event of the same type. */
export const CREDITS_GRANTED = auditedAs('credits.granted', CREDITS_REFILLED);

/** The percentages of a limit at which teams are notified. */
export const THRESHOLDS = [50, 80, 100] as const;
const threshold = z.literal(THRESHOLDS).describe('The percentage that was reached');

/** A team has used a part of the credits of its period. */
export const CREDITS_LOW = defineTeamEvent({
  type: 'credits.low',
  description: '50, 80 or 100 percent of the credits of the period are used; sent once for each, the highest only',
  data: z.object({
    threshold,
    credits_balance: z.int().describe('What is left'),
    period_credits: z.int().describe('The credits at the start of the period, and those added since'),
    period_used: z.int().describe('The credits used since the period began, less refunds'),
    refill_on: z.iso.datetime().nullable().describe('When the plan refills credits; null without an active plan'),
  }),
  example: {
    threshold: 80,
    credits_balance: 100,
    period_credits: 500,
    period_used: 400,
    refill_on: '2026-12-22T00:00:00.000Z',
  },
});

/** An API key has used a part of one of its caps. */
export const KEY_SPEND_THRESHOLD = defineTeamEvent({
  type: 'key.spend_threshold',
  description: '50, 80 or 100 percent of a cap of an API key are used; sent once for each, the highest only',
  data: z.object({
    key: keySchema,
    cap: z.enum(['life', 'day']).describe('The spend cap, or the daily cap of this day in UTC'),
    threshold,
    limit: z.int().describe('The cap'),
    used: z.int().describe('The used credits of the cap'),
  }),
  example: {
    key: EXAMPLE_KEY,
    cap: 'day',
    threshold: 80,
    limit: 50,
    used: 40,
  },
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

/** The plan or the status of a team changed: its limits may be smaller now. */
export const PLAN_CHANGED = defineEvent({
  name: 'plan.changed',
  version: 1,
  payload: z.object({}),
  belongsToTeam: true,
});
