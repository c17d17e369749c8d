import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TestResets } from '#accounts/shadow-teams/test-resets.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { InboxItem } from './inbox-item.entity.js';
import { InboxQueries } from './inbox.queries.js';
import { InboxService } from './inbox.service.js';
import { SeenReport } from './seen-report.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([InboxItem, SeenReport]), OpportunitiesModule, ShadowTeamsModule],
  providers: [InboxService, InboxQueries],
  exports: [InboxService],
})
export class InboxModule {
  constructor(resets: TestResets, queries: InboxQueries) {
    resets.add((teamId) => queries.deleteOf(teamId));
  }
}
