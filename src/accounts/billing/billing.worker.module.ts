import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { BillingModule } from './billing.module.js';
import { BillingQueries } from './billing.queries.js';
import { BillingReader } from './billing.reader.js';

/** Reads what was paid, in the worker only. */
@Module({ imports: [BillingModule, CreditsModule], providers: [BillingQueries, BillingReader] })
export class BillingWorkerModule {}
