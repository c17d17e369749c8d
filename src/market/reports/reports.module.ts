import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { GenerateReport } from './generate-report.action.js';
import { ReportErasureQueries } from './report-erasure.queries.js';
import { ReportErasure } from './report-erasure.service.js';
import { ReportFreshness } from './report-freshness.service.js';
import { ReportGenerationService } from './report-generation.service.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { ReportEngine } from './report.engine.js';
import { Report } from './report.entity.js';
import { ReportWriter } from './report.writer.js';
import { ReportsQueries } from './reports.queries.js';
import { ThemeMentionRow } from './theme-mention.entity.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { WelcomeReport } from './welcome-report.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ThemeMentionRow]),
    AnalysisModule,
    CreditsModule,
    ProductsModule,
    RunsModule.forAction(GenerateReport),
  ],
  providers: [
    GenerateReport,
    ReportEngine,
    ReportErasure,
    ReportErasureQueries,
    ReportFreshness,
    ReportGenerationService,
    ReportReviewsQueries,
    ReportsQueries,
    ReportWriter,
    ThemeMentionsQueries,
    WelcomeReport,
  ],
  exports: [ReportErasure, ReportFreshness, ReportGenerationService, WelcomeReport],
})
export class ReportsModule {}
