import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';
import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import { defineEvent } from '#platform/events/event.definition.js';
import { OPPORTUNITY_SOURCES, OPPORTUNITY_STATUSES } from './opportunity.vocabulary.js';

const detected = z.object({
  /** New opportunities. */
  opportunity_ids: z.array(z.uuid()),
  /** Known opportunities whose text was read again with a different result. */
  updated_ids: z.array(z.uuid()).default([]),
});

export type OpportunitiesDetected = z.infer<typeof detected>;

/** A batch of texts contained new opportunities, or changed known ones. */
export const OPPORTUNITIES_DETECTED = defineEvent({
  name: 'opportunities.detected',
  version: 1,
  payload: detected,
  belongsToTeam: false,
});

const removed = z.object({
  kind: z.enum(['reviews', 'posts']),
  /** The removed opportunities by product. */
  products: z.array(z.object({ id: z.uuid(), opportunity_ids: z.array(z.uuid()).min(1) })),
  /** What their texts share with their reposts. */
  repost_keys: z.array(z.string()),
});

export type OpportunitiesRemoved = z.infer<typeof removed>;

/** Opportunities were removed with their texts. A repost of such a text may be one now. */
export const OPPORTUNITIES_REMOVED = defineEvent({
  name: 'opportunities.removed',
  version: 1,
  payload: removed,
  belongsToTeam: false,
});

const EXAMPLE_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11';

/** An opportunity as events contain it. */
export const toldOpportunity = z.object({
  id: z.uuid().describe('The id of the opportunity'),
  source: z.enum(OPPORTUNITY_SOURCES).describe('Where it comes from'),
  frustration_tier: z.enum(FRUSTRATION_TIERS).describe('How frustrated the writer is'),
  has_buying_signal: z.boolean().describe('Whether the writer wants to buy, to switch or to get advice'),
  rating: z.number().nullable().describe('The rating of the review; null without one'),
  created_at: z.iso.datetime().describe('When the opportunity was detected'),
  app_url: z.url().describe('The page of the opportunity'),
});

export const EXAMPLE_OPPORTUNITY: z.infer<typeof toldOpportunity> = {
  id: EXAMPLE_ID,
  source: 'review',
  frustration_tier: 'high',
  has_buying_signal: true,
  rating: 2,
  created_at: '2026-11-22T08:30:00.000Z',
  app_url: `https://qualm.example/app/opportunities/${EXAMPLE_ID}`,
};

/** The maximum number of opportunities in one event. */
export const MAX_OPPORTUNITIES = 50;

/** New opportunities of a product that a team follows. */
export const OPPORTUNITY_DETECTED = defineTeamEvent({
  type: 'opportunity.detected',
  description: `New opportunities of a product. Sent to the teams that follow the product. More than ${MAX_OPPORTUNITIES} continue in further events`,
  data: z.object({
    product: z
      .object({ id: z.uuid().describe('The id of the product'), name: z.string().describe('The name of the product') })
      .describe('The product'),
    total: z.int().describe('The number of new opportunities of the product, including those in further events'),
    opportunities: z.array(toldOpportunity).max(MAX_OPPORTUNITIES).describe('The new opportunities'),
  }),
  example: {
    product: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', name: 'Tabula' },
    total: 1,
    opportunities: [EXAMPLE_OPPORTUNITY],
  },
});

/** The maximum number of removed opportunities in one event. */
export const MAX_REMOVED = 500;

/** Opportunities of a product that a team follows were removed. */
export const OPPORTUNITY_REMOVED = defineTeamEvent({
  type: 'opportunity.removed',
  description:
    'Opportunities of a product were removed, because their texts were. Sent to the teams that follow the product',
  data: z.object({
    product_id: z.uuid().describe('The product'),
    opportunity_ids: z.array(z.uuid()).min(1).max(MAX_REMOVED).describe('The removed opportunities, which are 404 now'),
  }),
  example: { product_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', opportunity_ids: [EXAMPLE_ID] },
});

/** A team changed the status of an opportunity. */
export const OPPORTUNITY_STATUS_CHANGED = defineTeamEvent({
  type: 'opportunity.status_changed',
  description: 'Your team changed the status of an opportunity',
  data: z.object({
    opportunity_id: z.uuid().describe('The opportunity'),
    from: z.enum(OPPORTUNITY_STATUSES).describe('The status before'),
    to: z.enum(OPPORTUNITY_STATUSES).describe('The status after'),
    by: actorSchema.describe('Who changed the status'),
  }),
  example: { opportunity_id: EXAMPLE_ID, from: 'new', to: 'contacted', by: EXAMPLE_ACTOR },
});

/** An opportunity was given to a member, or to nobody. */
export const OPPORTUNITY_ASSIGNED = auditedAs(
  'opportunity.assigned',
  defineTeamEvent({
    type: 'opportunity.assigned',
    description: 'An opportunity was given to a member of your team, or to nobody',
    data: z.object({
      opportunity_id: z.uuid().describe('The opportunity'),
      assignee: z
        .object({ id: z.uuid().describe('The id of the member'), name: z.string().describe('The email address') })
        .nullable()
        .describe('The member who has it now; null for nobody'),
      by: actorSchema.describe('Who assigned it'),
    }),
    example: {
      opportunity_id: EXAMPLE_ID,
      assignee: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d12', name: 'ada@acme.example' },
      by: EXAMPLE_ACTOR,
    },
  }),
);

/** An opportunity was put off, or put back in the list. */
export const OPPORTUNITY_SNOOZED = auditedAs(
  'opportunity.snoozed',
  defineTeamEvent({
    type: 'opportunity.snoozed',
    description: 'Someone in your team put an opportunity off, or back in the list',
    data: z.object({
      opportunity_id: z.uuid().describe('The opportunity'),
      snoozed_until: z.iso.datetime().nullable().describe('Until when it is put off; null if it is in the list again'),
      by: actorSchema.describe('Who put it off or back'),
    }),
    example: { opportunity_id: EXAMPLE_ID, snoozed_until: '2026-12-06T08:30:00.000Z', by: EXAMPLE_ACTOR },
  }),
);
