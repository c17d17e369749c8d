import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { defineEvent } from '#platform/events/event.definition.js';

/** The people of a team changed. */
export const MEMBER_CHANGED = defineTeamEvent({
  type: 'member.changed',
  description: 'A person joined or left the team, or got another role',
  data: z.object({
    user_id: z.uuid().describe('The person'),
    change: z.enum(['joined', 'role_changed', 'left']).describe('What changed'),
    role: z.string().describe('The role of the person: the new one, or the last one of a person who left'),
    by: actorSchema.describe('Who did it'),
  }),
  example: {
    user_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
    change: 'joined',
    role: 'member',
    by: EXAMPLE_ACTOR,
  },
});

/** A person has confirmed their address, or has a new team: the team may have an owner with a confirmed address now. */
export const OWNER_CONFIRMED = defineEvent({
  name: 'owner.confirmed',
  version: 1,
  payload: z.object({ user_id: z.uuid() }),
  belongsToTeam: true,
});
