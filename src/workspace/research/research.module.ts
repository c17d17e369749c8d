import { Module } from '@nestjs/common';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { ResearchService } from './research.service.js';

@Module({
  imports: [ProductsModule, ReportReadingModule, OpportunitiesModule],
  providers: [ResearchService],
  exports: [ResearchService],
})
export class ResearchModule {}
