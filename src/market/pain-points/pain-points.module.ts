import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { FinishedReports } from './finished-reports.service.js';
import { GenerateReport } from './generate-report.action.js';
import { PainPointsQueries } from './pain-points.queries.js';
import { PainPointsService } from './pain-points.service.js';
import { ProductComparisonService } from './product-comparison.service.js';
import { ReportErasureQueries } from './report-erasure.queries.js';
import { ReportErasure } from './report-erasure.service.js';
import { ReportFreshness } from './report-freshness.service.js';
import { ReportGenerationService } from './report-generation.service.js';
import { ReportHistoryQueries } from './report-history.queries.js';
import { ReportHistoryService } from './report-history.service.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { ReportEngine } from './report.engine.js';
import { Report } from './report.entity.js';
import { ReportShare } from './report-share.entity.js';
import { ReportSharesQueries } from './report-shares.queries.js';
import { ReportSharesService } from './report-shares.service.js';
import { ReportWriter } from './report.writer.js';
import { ReviewCoverageQueries } from './review-coverage.queries.js';
import { ReviewCoverageService } from './review-coverage.service.js';
import { StandingService } from './standing.service.js';
import { SwitchingQueries } from './switching.queries.js';
import { SwitchingService } from './switching.service.js';
import { ThemeMentionRow } from './theme-mention.entity.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { ThemeMentionsService } from './theme-mentions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ReportShare, ThemeMentionRow]),
    AnalysisModule,
    AuditModule,
    TeamsModule,
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
    ReportEngine,
    ReportErasure,
    ReportErasureQueries,
    ReportFreshness,
    ReportGenerationService,
    ReportHistoryQueries,
    ReportHistoryService,
    ReportReviewsQueries,
    ReportSharesQueries,
    ReportSharesService,
    ReportWriter,
    ReviewCoverageQueries,
    ReviewCoverageService,
    StandingService,
    SwitchingQueries,
    SwitchingService,
    ThemeMentionsQueries,
    ThemeMentionsService,
  ],
  exports: [
    PainPointsService,
    ProductComparisonService,
    ReportErasure,
    ReportFreshness,
    ReportGenerationService,
    ReportHistoryService,
    ReportSharesService,
    ReviewCoverageService,
    StandingService,
    SwitchingService,
    ThemeMentionsService,
  ],
})
export class PainPointsModule {}
