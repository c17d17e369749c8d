import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { FinishedReports } from './finished-reports.service.js';
import { MentionListsQueries } from './mention-lists.queries.js';
import { PainPointsService } from './pain-points.service.js';
import { ReportHeadsQueries } from './report-heads.queries.js';
import { ReviewCoverageQueries } from './review-coverage.queries.js';
import { ReviewCoverageService } from './review-coverage.service.js';
import { ThemeMentionsService } from './theme-mentions.service.js';

@Module({
  imports: [RunsModule, CreditsModule, ProductsModule],
  providers: [
    FinishedReports,
    MentionListsQueries,
    PainPointsService,
    ReportHeadsQueries,
    ReviewCoverageQueries,
    ReviewCoverageService,
    ThemeMentionsService,
  ],
  exports: [FinishedReports, PainPointsService, ReviewCoverageService, ThemeMentionsService],
})
export class ReportReadingModule {}
