import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { HomeQueries } from './home.queries.js';
import { HomeService } from './home.service.js';
import { HomeVisit } from './home-visit.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([HomeVisit]), OpportunitiesModule, ReportInsightsModule, ReportReadingModule],
  providers: [HomeService, HomeQueries],
  exports: [HomeService],
})
export class HomeModule {}
