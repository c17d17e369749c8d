import { Module } from '@nestjs/common';
import { TeamEventNumbering } from './team-event.numbering.js';
import { TeamEventsModule } from './team-events.module.js';
import { TeamEventsQueries } from './team-events.queries.js';

/** Numbers events, in the worker only. */
@Module({
  imports: [TeamEventsModule],
  providers: [TeamEventNumbering, TeamEventsQueries],
  exports: [TeamEventNumbering],
})
export class TeamEventsWorkerModule {}
