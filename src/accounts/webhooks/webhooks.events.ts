import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { auditedAs } from '#accounts/facts/fact.definition.js';
import { DISABLED_REASONS } from './webhook-endpoint.entity.js';

/** An endpoint was disabled: by a person, because its requests failed, or by a smaller plan. */
export const ENDPOINT_DISABLED = auditedAs(
  'webhook_endpoint.changed',
  defineTeamEvent({
    type: 'webhook_endpoint.disabled',
    description: 'An endpoint was disabled. Sent to the other endpoints',
    data: z.object({
      endpoint: z
        .object({
          id: z.uuid().describe('The id of the endpoint'),
          url: z.string().describe('The address of the endpoint'),
        })
        .describe('The endpoint'),
      reason: z.enum(DISABLED_REASONS).describe('Why the endpoint was disabled'),
      failing_since: z.iso.datetime().nullable().describe('The first failure since the last success'),
    }),
    example: {
      endpoint: { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', url: 'https://hooks.acme.example/qualm' },
      reason: 'failing',
      failing_since: '2026-11-17T08:30:00.000Z',
    },
  }),
);

/** A test of an endpoint. It is sent, but not part of the feed. */
export const WEBHOOK_TEST = defineTeamEvent({
  type: 'webhook.test',
  description: 'An endpoint was tested. Tests are not listed among the events of the team',
  data: z.object({ message: z.string().describe('The text of the test') }),
  example: { message: 'This is a test. Nothing happened.' },
  isUnlisted: true,
});
