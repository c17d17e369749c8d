import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { BulkItem } from './bulk-item.entity.js';
import { BulkJob } from './bulk-job.entity.js';
import { BulkJobsQueries } from './bulk-jobs.queries.js';
import { BulkJobs } from './bulk-jobs.service.js';
import { QuotesService } from './quotes.service.js';
import { SpendingItems } from './spending-items.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BulkJob, BulkItem]), RunsModule, FactsModule, TeamsModule],
  providers: [BulkJobs, BulkJobsQueries, QuotesService, SpendingItems],
  exports: [BulkJobs, QuotesService, SpendingItems],
})
export class BulkModule {}
