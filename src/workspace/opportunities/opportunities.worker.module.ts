import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { AnalysisModule } from '#market/analysis/analysis.module.js';
import { DetectionProcessor } from './detection.processor.js';
import { DetectionQueries } from './detection.queries.js';
import { DetectionService } from './detection.service.js';
import { DetectionSubscriber } from './detection.subscriber.js';
import { DetectionSweeper } from './detection.sweeper.js';
import { OPPORTUNITIES_QUEUE } from './detection.jobs.js';

@Module({
  imports: [AnalysisModule, BullModule.registerQueue({ name: OPPORTUNITIES_QUEUE })],
  providers: [DetectionService, DetectionQueries, DetectionProcessor, DetectionSubscriber, DetectionSweeper],
})
export class OpportunitiesWorkerModule {}
