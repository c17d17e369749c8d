import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({ event_ids: z.array(z.uuid()).min(1) });

export type TeamEventsNumbered = z.infer<typeof payload>;

/** Events of teams have their sequence: from now on they are listed and sent. */
export const TEAM_EVENTS_NUMBERED = defineEvent({
  name: 'team-events.numbered',
  version: 1,
  payload,
  belongsToTeam: false,
});
