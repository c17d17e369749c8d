import { z } from 'zod';
import { actorSchema, defineTeamEvent, EXAMPLE_ACTOR } from '#accounts/events/team-event.definition.js';
import { PITCH_CHANNELS } from './pitch.types.js';

/** A pitch was generated for a team. */
export const PITCH_GENERATED = defineTeamEvent({
  type: 'pitch.generated',
  description: 'A pitch was generated for your team',
  data: z.object({
    pitch_id: z.uuid().describe('The id of the pitch'),
    opportunity_id: z.uuid().describe('The opportunity'),
    channels: z.array(z.enum(PITCH_CHANNELS)).describe('The channels of the pitch'),
    app_url: z.url().describe('The page of the pitch'),
    by: actorSchema.describe('Who requested the pitch'),
  }),
  example: {
    pitch_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
    opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
    channels: ['email'],
    app_url: 'https://qualm.example/app/pitches/01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
    by: EXAMPLE_ACTOR,
  },
});
