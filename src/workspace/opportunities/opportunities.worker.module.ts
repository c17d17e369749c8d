import { Module } from '@nestjs/common';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { DetectionProcessor } from './detection.processor.js';
import { DetectionQueries } from './detection.queries.js';
import { DetectionService } from './detection.service.js';
import { DetectionSubscriber } from './detection.subscriber.js';
import { DetectionSweeper } from './detection.sweeper.js';
import { OpportunitiesModule } from './opportunities.module.js';
import { ProductGazetteers } from './product-gazetteers.service.js';

@Module({
  imports: [OpportunitiesModule, AnalysisModule],
  providers: [
    DetectionService,
    DetectionQueries,
    DetectionProcessor,
    DetectionSubscriber,
    DetectionSweeper,
    ProductGazetteers,
  ],
})
export class OpportunitiesWorkerModule {}
