import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import {
  EXAMPLE_OPPORTUNITY,
  MAX_OPPORTUNITIES,
  toldOpportunity,
} from '#workspace/opportunities/opportunities.events.js';

/** A saved search found opportunities in a batch. */
export const ALERT_MATCHED = defineTeamEvent({
  type: 'alert.matched',
  description: `A saved search with \`deliver.webhook\` found opportunities in a batch. More than ${MAX_OPPORTUNITIES} continue in further events`,
  data: z.object({
    saved_search: z
      .object({ id: z.uuid().describe('The id of the search'), name: z.string().describe('The name of the search') })
      .describe('The search'),
    total: z.int().describe('The number of matches in the batch, including those in further events'),
    truncated: z.boolean().describe('True if the search reports no more matches today (UTC)'),
    opportunities: z
      .array(toldOpportunity.extend({ updated: z.boolean().describe('Whether the opportunity was known before') }))
      .max(MAX_OPPORTUNITIES)
      .describe('The matches'),
  }),
  example: {
    saved_search: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', name: 'Broken exports' },
    total: 1,
    truncated: false,
    opportunities: [{ ...EXAMPLE_OPPORTUNITY, updated: false }],
  },
});
