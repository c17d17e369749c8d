import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { AnalysisModule } from '#analysis/analysis.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { GenerateReport } from './generate-report.action.js';
import { PainPointsQueries } from './pain-points.queries.js';
import { PainPointsService } from './pain-points.service.js';
import { ReportFreshness } from './report-freshness.service.js';
import { ReportGenerationService } from './report-generation.service.js';
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
    GenerateReport,
    PainPointsQueries,
    PainPointsService,
    ReportFreshness,
    ReportGenerationService,
    ReportReviewsQueries,
    ReportWriter,
    ThemeMentionsQueries,
    ThemeMentionsService,
  ],
  exports: [PainPointsService, ReportFreshness, ReportGenerationService, ThemeMentionsService],
})
export class PainPointsModule {}
