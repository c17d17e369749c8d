import { Module } from '@nestjs/common';
import { BulkJobsController } from './bulk-jobs.controller.js';
import { BulkModule } from './bulk.module.js';
import { QuotesController } from './quotes.controller.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [BulkModule], controllers: [BulkJobsController, QuotesController] })
export class BulkApiModule {}
