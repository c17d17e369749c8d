import { Module } from '@nestjs/common';
import { ProviderResultsPurge } from './provider-results.purge.js';
import { ProviderResultsQueries } from './provider-results.queries.js';
import { EnrichmentModule } from './enrichment.module.js';

@Module({ imports: [EnrichmentModule], providers: [ProviderResultsPurge, ProviderResultsQueries] })
export class EnrichmentWorkerModule {}
