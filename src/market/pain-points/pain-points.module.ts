import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { PainPointsController } from './pain-points.controller.js';
import { PAIN_POINTS_QUEUE } from './pain-points.jobs.js';
import { PainPointsQueries } from './pain-points.queries.js';
import { PainPointsService } from './pain-points.service.js';
import { ReportGenerationService } from './report-generation.service.js';
import { ReportRunsQueries } from './report-runs.queries.js';
import { ReportRunsService } from './report-runs.service.js';
import { Report } from './report.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report]),
    BullModule.registerQueue({ name: PAIN_POINTS_QUEUE }),
    CreditsModule,
    ProductsModule,
  ],
  controllers: [PainPointsController],
  providers: [PainPointsService, PainPointsQueries, ReportGenerationService, ReportRunsService, ReportRunsQueries],
  exports: [PainPointsService, ReportGenerationService, ReportRunsService, ReportRunsQueries],
})
export class PainPointsModule {}
