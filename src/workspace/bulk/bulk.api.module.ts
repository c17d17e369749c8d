import { Module } from '@nestjs/common';
import { BulkModule } from './bulk.module.js';
import { QuotesController } from './quotes.controller.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [BulkModule], controllers: [QuotesController] })
export class BulkApiModule {}
