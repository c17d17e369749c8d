import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { DetectionQueries } from './detection/detection.queries.js';
import { DetectionService } from './detection/detection.service.js';
import { DetectionSubscriber } from './detection/detection.subscriber.js';
import { OpportunitiesModule } from './opportunities.module.js';
import { OpportunitiesSubscriber } from './opportunities.subscriber.js';
import { OpportunitiesRemovalQueries } from './removal/opportunities-removal.queries.js';
import { RemovalsPurge } from './removal/removals.purge.js';
import { ScoreAging } from './score.aging.js';
import { ScoreAgingQueries } from './score-aging.queries.js';
import { ProductGazetteers } from './detection/product-gazetteers.service.js';

@Module({
  imports: [
    ...[OpportunitiesModule, AnalysisModule, EnrichmentModule, ProductsModule],
    ...[TeamEventsModule, TeamsModule, WatchlistModule],
  ],
  providers: [
    RemovalsPurge,
    OpportunitiesRemovalQueries,
    ScoreAging,
    ScoreAgingQueries,
    DetectionService,
    DetectionQueries,
    DetectionSubscriber,
    OpportunitiesSubscriber,
    ProductGazetteers,
  ],
})
export class OpportunitiesWorkerModule {}
