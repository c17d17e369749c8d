import { z } from 'zod';
import { actorSchema, currentActor, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';

const CHANGES = ['added', 'removed', 'paused', 'resumed'] as const;
export type SourceChange = (typeof CHANGES)[number];

export const SOURCE_CHANGED = defineTeamEvent({
  type: 'source.changed',
  description: 'A source was added to the team or removed from it, or an operator paused or resumed it',
  data: z.object({
    source: z
      .object({
        id: z.uuid().describe('Its id'),
        connector: z.string().describe('Its connector'),
        label: z.string().describe('Its name for people'),
      })
      .describe('The source'),
    change: z.enum(CHANGES).describe('What happened to it'),
    by: actorSchema.describe('Who did it'),
  }),
  example: {
    source: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', connector: 'github', label: 'acme/boards' },
    change: 'added',
    by: EXAMPLE_ACTOR,
  },
});

/** A source as a change names it. */
export interface ChangedSource {
  id: string;
  connector: string;
  label: string;
}

/** What a team is told about a change of a source, by the sender of the request or command in progress. */
export const changeOf = ({ id, connector, label }: ChangedSource, change: SourceChange) => ({
  fact: auditedAs(`source.${change}`, SOURCE_CHANGED),
  event: { source: { id, connector, label }, change, by: currentActor() },
});
