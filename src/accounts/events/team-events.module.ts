import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamEvent } from './team-event.entity.js';
import { TeamEventCounter } from './team-event-counter.entity.js';
import { TeamEventsQueries } from './team-events.queries.js';
import { TeamEvents } from './team-events.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TeamEvent, TeamEventCounter])],
  providers: [TeamEvents, TeamEventsQueries],
  exports: [TeamEvents],
})
export class TeamEventsModule {}
