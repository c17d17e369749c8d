import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { UNLOCK_FIELDS, UNLOCK_TARGETS } from './unlock.types.js';

/**
 * A contact was revealed to a team. The event does not contain its value: reading a contact requires a separate call.
 */
export const CONTACT_UNLOCKED = defineTeamEvent({
  type: 'contact.unlocked',
  description: 'Your team paid for a contact. The event does not contain its value; get the opportunity to read it',
  data: z.object({
    opportunity_id: z.uuid().describe('The opportunity'),
    target: z.enum(UNLOCK_TARGETS).describe('Whose contact'),
    target_id: z.int().nullable().describe('The index of the member of the buying committee'),
    field: z.enum(UNLOCK_FIELDS).describe('What was revealed'),
    source: z.string().nullable().describe('The provider'),
    from_cache: z.boolean().describe('Whether the provider was asked earlier'),
    by: actorSchema.describe('Who unlocked the contact'),
  }),
  example: {
    opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
    target: 'reviewer',
    target_id: null,
    field: 'email',
    source: 'directory',
    from_cache: false,
    by: EXAMPLE_ACTOR,
  },
});
