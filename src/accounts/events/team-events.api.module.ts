import { Module } from '@nestjs/common';
import { TeamEventFeed } from './team-event-feed.service.js';
import { TeamEventsController } from './team-events.controller.js';
import { TeamEventsModule } from './team-events.module.js';
import { TeamEventsQueries } from './team-events.queries.js';

/** The REST routes of this feature, for the API process only. */
@Module({
  imports: [TeamEventsModule],
  providers: [TeamEventFeed, TeamEventsQueries],
  controllers: [TeamEventsController],
})
export class TeamEventsApiModule {}
