import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';
import { DESTINATION_DISABLED_REASONS, DESTINATION_KINDS } from './destination.types.js';

/** A destination was disabled because its service refuses us, or because the plan allows fewer. */
export const DESTINATION_DISABLED = auditedAs(
  'destination.changed',
  defineTeamEvent({
    type: 'destination.disabled',
    description: 'A destination, such as a Slack channel, was disabled by the service',
    data: z.object({
      destination: z
        .object({
          id: z.uuid().describe('The id of the destination'),
          kind: z.enum(DESTINATION_KINDS).describe('The service'),
          name: z.string().describe('The name of the destination'),
        })
        .describe('The destination'),
      reason: z.enum(DESTINATION_DISABLED_REASONS).describe('Why it was disabled'),
      detail: z.string().nullable().describe('The reason in words'),
    }),
    example: {
      destination: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', kind: 'slack', name: '#sales' },
      reason: 'refused',
      detail: 'The channel was archived',
    },
  }),
);

/** An opportunity is in HubSpot with everything that belongs to it. */
export const OPPORTUNITY_HANDED_OVER = defineTeamEvent({
  type: 'opportunity.handed_over',
  description: 'An opportunity was handed over to HubSpot',
  data: z.object({
    opportunity_id: z.uuid().describe('The opportunity'),
    destination: z
      .object({
        id: z.uuid().describe('The id of the destination'),
        name: z.string().describe('The name of the destination'),
      })
      .describe('The destination'),
    record_url: z.string().nullable().describe('The deal in HubSpot'),
  }),
  example: {
    opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
    destination: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', name: 'HubSpot' },
    record_url: 'https://app.hubspot.com/contacts/62515/record/0-3/9876543210',
  },
});
