import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';

export const SOURCE_CHANGED = defineTeamEvent({
  type: 'source.changed',
  description: 'A source was added to the team, or removed from it',
  data: z.object({
    source: z
      .object({
        id: z.uuid().describe('Its id'),
        connector: z.string().describe('Its connector'),
        label: z.string().describe('Its name for people'),
      })
      .describe('The source'),
    change: z.enum(['added', 'removed']).describe('What happened to it'),
    by: actorSchema.describe('Who did it'),
  }),
  example: {
    source: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', connector: 'github', label: 'acme/boards' },
    change: 'added',
    by: EXAMPLE_ACTOR,
  },
});
