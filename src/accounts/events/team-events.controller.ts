import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { listEventTypes } from './team-event.examples.js';
import { type EventTypeView, type EventView, getEvent, getEvents, getEventTypes } from './team-events.operations.js';
import { TeamEventFeed } from './team-event-feed.service.js';

@Controller('api/v1')
export class TeamEventsController {
  constructor(private readonly events: TeamEventFeed) {}

  @Get('events')
  @Serves(getEvents)
  list(@Call() { caller, input }: CallOf<typeof getEvents>): Promise<CursorPage<EventView>> {
    return this.events.list(caller.team.id, input.query);
  }

  @Get('events/:id')
  @Serves(getEvent)
  get(@Call() { caller, input }: CallOf<typeof getEvent>): Promise<EventView> {
    return this.events.get(caller.team.id, input.path.id);
  }

  @Get('event-types')
  @Serves(getEventTypes)
  types(): EventTypeView[] {
    return listEventTypes();
  }
}
