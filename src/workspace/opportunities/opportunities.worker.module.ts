import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { DetectionProcessor } from './detection.processor.js';
import { DetectionQueries } from './detection.queries.js';
import { DetectionService } from './detection.service.js';
import { DetectionSubscriber } from './detection.subscriber.js';
import { DetectionSweeper } from './detection.sweeper.js';
import { OpportunitiesModule } from './opportunities.module.js';
import { OpportunitiesSubscriber } from './opportunities.subscriber.js';
import { ProductGazetteers } from './product-gazetteers.service.js';

@Module({
  imports: [OpportunitiesModule, AnalysisModule, TeamEventsModule, TeamsModule, WatchlistModule],
  providers: [
    DetectionService,
    DetectionQueries,
    DetectionProcessor,
    DetectionSubscriber,
    DetectionSweeper,
    OpportunitiesSubscriber,
    ProductGazetteers,
  ],
})
export class OpportunitiesWorkerModule {}
