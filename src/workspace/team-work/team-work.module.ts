import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '#accounts/audit/audit-log.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { InboxModule } from '#workspace/inbox/inbox.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { ActivityService } from './activity.service.js';
import { CommentsQueries } from './comments.queries.js';
import { CommentsService } from './comments.service.js';
import { OpportunityComment } from './opportunity-comment.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([OpportunityComment]),
    OpportunitiesModule,
    InboxModule,
    PitchesModule,
    AuditLogModule,
    TeamEventsModule,
    FactsModule,
    TeamsModule,
  ],
  providers: [CommentsService, CommentsQueries, ActivityService],
  exports: [CommentsService, ActivityService],
})
export class TeamWorkModule {}
