import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { TEAM_EVENTS_NUMBERED, type TeamEventsNumbered } from '#accounts/events/team-events.events.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { INBOX_TYPES, itemContentOf } from './inbox.titles.js';
import { InboxQueries } from './inbox.queries.js';

/** Puts events of teams into their inbox: finished reports, thresholds and disabled endpoints. */
@Injectable()
export class InboxSubscriber {
  constructor(private readonly queries: InboxQueries) {}

  @HandlesEvent(TEAM_EVENTS_NUMBERED, 'inbox')
  async numbered({ payload }: ReceivedEvent<TeamEventsNumbered>): Promise<void> {
    const events = await this.queries.findEvents(payload.event_ids, INBOX_TYPES);
    if (events.length === 0) return;
    await this.queries.insert(
      events.map((event) => ({ id: uuidv7(), team_id: event.team_id, ...itemContentOf(event) })),
    );
  }
}
