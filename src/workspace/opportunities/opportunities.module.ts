import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { DetectionBatch } from './detection/detection-batch.entity.js';
import { DetectionProgressService } from './detection/detection-progress.service.js';
import { DetectionQueries } from './detection/detection.queries.js';
import { FeedQueries } from './feed/feed.queries.js';
import { Opportunity } from './opportunity.entity.js';
import { OpportunityTriage } from './opportunity-triage.entity.js';
import { OpportunityRemoval } from './removal/opportunity-removal.entity.js';
import { OpportunitiesRemovalQueries } from './removal/opportunities-removal.queries.js';
import { OpportunitiesRemoval } from './removal/opportunities-removal.service.js';
import { OpportunitiesQueries } from './opportunities.queries.js';
import { OpportunitiesService } from './opportunities.service.js';
import { MatchablesQueries } from './feed/matchables.queries.js';
import { OpportunityMatching } from './opportunity-matching.service.js';
import { OpportunitySearch } from './opportunity-search.service.js';
import { OpportunityReads } from './opportunity-reads.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Opportunity, OpportunityTriage, OpportunityRemoval, DetectionBatch]),
    FactsModule,
    UnlocksModule,
    WatchlistModule,
  ],
  providers: [
    OpportunitiesService,
    OpportunityReads,
    OpportunitiesQueries,
    OpportunitiesRemoval,
    OpportunitiesRemovalQueries,
    FeedQueries,
    DetectionProgressService,
    DetectionQueries,
    OpportunitySearch,
    OpportunityMatching,
    MatchablesQueries,
  ],
  exports: [
    OpportunitiesRemoval,
    OpportunitiesService,
    OpportunityReads,
    OpportunityMatching,
    OpportunitySearch,
    DetectionProgressService,
  ],
})
export class OpportunitiesModule {}
