import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { SourceChanges } from './source-changes.service.js';
import { TeamSource } from './team-source.entity.js';
import { TrackingQueries } from './tracking.queries.js';
import { TrackingService } from './tracking.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TeamSource]), FactsModule, SourcesModule, TeamsModule, ThrottlingModule],
  providers: [SourceChanges, TrackingQueries, TrackingService],
  exports: [SourceChanges, TrackingService],
})
export class TrackingModule {}
