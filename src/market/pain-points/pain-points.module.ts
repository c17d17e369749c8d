import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { FinishedReports } from './finished-reports.service.js';
import { GenerateReport } from './generate-report.action.js';
import { PainPointsQueries } from './pain-points.queries.js';
import { PainPointsService } from './pain-points.service.js';
import { ProductComparisonService } from './product-comparison.service.js';
import { ReportFreshness } from './report-freshness.service.js';
import { ReportGenerationService } from './report-generation.service.js';
import { ReportHistoryQueries } from './report-history.queries.js';
import { ReportHistoryService } from './report-history.service.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { Report } from './report.entity.js';
import { ReportWriter } from './report.writer.js';
import { ThemeMentionRow } from './theme-mention.entity.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { ThemeMentionsService } from './theme-mentions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ThemeMentionRow]),
    AnalysisModule,
    CreditsModule,
    ProductsModule,
    RunsModule.forAction(GenerateReport),
  ],
  providers: [
    FinishedReports,
    GenerateReport,
    PainPointsQueries,
    PainPointsService,
    ProductComparisonService,
    ReportFreshness,
    ReportGenerationService,
    ReportHistoryQueries,
    ReportHistoryService,
    ReportReviewsQueries,
    ReportWriter,
    ThemeMentionsQueries,
    ThemeMentionsService,
  ],
  exports: [
    PainPointsService,
    ProductComparisonService,
    ReportFreshness,
    ReportGenerationService,
    ReportHistoryService,
    ThemeMentionsService,
  ],
})
export class PainPointsModule {}
