import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TeamEventNumbering } from './team-event.numbering.js';
import { TeamEventsModule } from './team-events.module.js';
import { TEAM_EVENTS_QUEUE } from './team-events.notifier.js';
import { TeamEventsProcessor } from './team-events.processor.js';
import { TeamEventsQueries } from './team-events.queries.js';

/** Numbers events, in the worker only. */
@Module({
  imports: [TeamEventsModule, BullModule.registerQueue({ name: TEAM_EVENTS_QUEUE })],
  providers: [TeamEventNumbering, TeamEventsProcessor, TeamEventsQueries],
})
export class TeamEventsWorkerModule {}
