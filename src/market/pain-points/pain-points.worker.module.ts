import { Module } from '@nestjs/common';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { PainPointsModule } from './pain-points.module.js';
import { PainPointsProcessor } from './pain-points.processor.js';
import { PainPointsSweeper } from './pain-points.sweeper.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { ReportWriter } from './report.writer.js';

@Module({
  imports: [PainPointsModule, AnalysisModule],
  providers: [PainPointsProcessor, PainPointsSweeper, ReportWriter, ReportReviewsQueries],
})
export class PainPointsWorkerModule {}
