import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { DetectionBatch } from './detection-batch.entity.js';
import { FeedQueries } from './feed.queries.js';
import { Opportunity } from './opportunity.entity.js';
import { OpportunityTriage } from './opportunity-triage.entity.js';
import { OpportunitiesController } from './opportunities.controller.js';
import { OpportunitiesQueries } from './opportunities.queries.js';
import { OpportunitiesService } from './opportunities.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Opportunity, OpportunityTriage, DetectionBatch]),
    EnrichmentModule,
    WatchlistModule,
  ],
  controllers: [OpportunitiesController],
  providers: [OpportunitiesService, OpportunitiesQueries, FeedQueries],
  exports: [OpportunitiesService],
})
export class OpportunitiesModule {}
