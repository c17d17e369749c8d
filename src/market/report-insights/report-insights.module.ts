import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { ProductComparisonService } from './product-comparison.service.js';
import { ReportCoverService } from './report-cover.service.js';
import { ReportHistoryQueries } from './report-history.queries.js';
import { ReportHistoryService } from './report-history.service.js';
import { ReportShare } from './report-share.entity.js';
import { ReportSharesQueries } from './report-shares.queries.js';
import { ReportSharesService } from './report-shares.service.js';
import { StandingService } from './standing.service.js';
import { SwitchingQueries } from './switching.queries.js';
import { SwitchingService } from './switching.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReportShare]), FactsModule, ProductsModule, ReportReadingModule, TeamsModule],
  providers: [
    ProductComparisonService,
    ReportCoverService,
    ReportHistoryQueries,
    ReportHistoryService,
    ReportSharesQueries,
    ReportSharesService,
    StandingService,
    SwitchingQueries,
    SwitchingService,
  ],
  exports: [
    ProductComparisonService,
    ReportCoverService,
    ReportHistoryService,
    ReportSharesService,
    StandingService,
    SwitchingService,
  ],
})
export class ReportInsightsModule {}
