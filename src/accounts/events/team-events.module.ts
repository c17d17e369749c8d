import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamEvent } from './team-event.entity.js';
import { TeamEventCounter } from './team-event-counter.entity.js';
import { TEAM_EVENTS_QUEUE, TeamEventsNotifier } from './team-events.notifier.js';
import { TeamEventsQueries } from './team-events.queries.js';
import { TeamEvents } from './team-events.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TeamEvent, TeamEventCounter]),
    BullModule.registerQueue({ name: TEAM_EVENTS_QUEUE }),
  ],
  providers: [TeamEvents, TeamEventsNotifier, TeamEventsQueries],
  exports: [TeamEvents],
})
export class TeamEventsModule {}
