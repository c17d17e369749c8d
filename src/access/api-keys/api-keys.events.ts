import { z } from 'zod';
import { EXAMPLE_KEY, keySchema } from '#accounts/credits/credits.events.js';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';

const data = z.object({
  key: keySchema,
  by: actorSchema.describe('Who did it'),
  expires_at: z.iso.datetime().nullable().describe('When the key stops working; null for a key that does not expire'),
});

const example = {
  key: EXAMPLE_KEY,
  by: EXAMPLE_ACTOR,
  expires_at: null,
};

export const KEY_CREATED = auditedAs(
  'key.created',
  defineTeamEvent({
    type: 'key.created',
    description: 'An API key was created',
    data,
    example,
  }),
);

export const KEY_ROTATED = auditedAs(
  'key.rotated',
  defineTeamEvent({
    type: 'key.rotated',
    description: 'An API key was replaced; `key` is the new one, and `expires_at` its expiry',
    data,
    example,
  }),
);

export const KEY_EXPIRING = defineTeamEvent({
  type: 'key.expiring',
  description: 'An API key stops working in 30, 7 or 1 days; sent once for each',
  data,
  example: { ...example, by: { kind: 'system', id: null, name: null }, expires_at: '2026-12-22T00:00:00.000Z' },
});

export const KEY_REVOKED = auditedAs(
  'key.revoked',
  defineTeamEvent({
    type: 'key.revoked',
    description: 'An API key was revoked',
    data,
    example,
  }),
);
