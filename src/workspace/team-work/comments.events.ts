import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';

const member = z.object({
  id: z.uuid().describe('The id of the member'),
  name: z.string().describe('The email address of the member'),
});

/** Someone in a team commented on an opportunity. */
export const OPPORTUNITY_COMMENTED = auditedAs(
  'opportunity.commented',
  defineTeamEvent({
    type: 'opportunity.commented',
    description: 'Someone in your team commented on an opportunity',
    data: z.object({
      opportunity_id: z.uuid().describe('The opportunity'),
      comment: z
        .object({ id: z.uuid().describe('The id of the comment'), text: z.string().describe('The text') })
        .describe('The comment'),
      mentions: z.array(member).describe('The members whom the text mentions'),
      by: actorSchema.describe('Who wrote it'),
    }),
    example: {
      opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
      comment: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d13', text: '@ben can you call them?' },
      mentions: [{ id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d12', name: 'ben@acme.example' }],
      by: EXAMPLE_ACTOR,
    },
  }),
);

/** Someone in a team deleted a comment on an opportunity. The event does not hold its text. */
export const OPPORTUNITY_COMMENT_DELETED = auditedAs(
  'opportunity.comment_deleted',
  defineTeamEvent({
    type: 'opportunity.comment_deleted',
    description: 'Someone in your team deleted a comment on an opportunity',
    data: z.object({
      opportunity_id: z.uuid().describe('The opportunity'),
      comment: z.object({ id: z.uuid().describe('The id of the comment') }).describe('The comment, without its text'),
      by: actorSchema.describe('Who deleted it'),
    }),
    example: {
      opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
      comment: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d13' },
      by: EXAMPLE_ACTOR,
    },
  }),
);
