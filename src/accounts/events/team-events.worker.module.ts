import { Module } from '@nestjs/common';
import { TeamEventNumbering } from './team-event.numbering.js';
import { TeamEventsModule } from './team-events.module.js';
import { TeamEventsProcessor } from './team-events.processor.js';
import { TeamEventsQueueModule } from './team-events-queue.module.js';
import { TeamEventsQueries } from './team-events.queries.js';

/** Numbers events, in the worker only. */
@Module({
  imports: [TeamEventsModule, TeamEventsQueueModule],
  providers: [TeamEventNumbering, TeamEventsProcessor, TeamEventsQueries],
})
export class TeamEventsWorkerModule {}
