import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ENV, type Env } from '#config/env.js';
import { ImportsModule } from '#market/imports/imports.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { ProviderResultsQueries } from './provider-results.queries.js';
import { CommitteeQueries } from './committee.queries.js';
import { CommitteesService } from './committees.service.js';
import { CommitteeSeat } from './committee-seat.entity.js';
import { Contact } from './contact.entity.js';
import { ContactsErasure } from './contacts.erasure.js';
import { ContactsErasureQueries } from './contacts-erasure.queries.js';
import { ContactsImporter } from './contacts.importer.js';
import { ContactsQueries } from './contacts.queries.js';
import { DirectoryProvider } from './directory.provider.js';
import { DirectoryQueries } from './directory.queries.js';
import { ProviderResult } from './provider-result.entity.js';
import { ENRICHMENT_PROVIDERS, type EnrichmentProvider } from './enrichment.provider.js';
import { EnrichmentService } from './enrichment.service.js';
import { HunterProvider } from './hunter.provider.js';
import { ReviewProvider } from './review.provider.js';
import { Suppression } from './suppression.entity.js';
import { SuppressionsQueries } from './suppressions.queries.js';
import { SuppressionsService } from './suppressions.service.js';
import { TeamSuppression } from './team-suppression.entity.js';
import { TeamSuppressionsQueries } from './team-suppressions.queries.js';
import { TeamSuppressionsService } from './team-suppressions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Contact, CommitteeSeat, Suppression, TeamSuppression, ProviderResult]),
    FactsModule,
    ImportsModule,
    WritersModule,
  ],
  providers: [
    ProviderResultsQueries,
    CommitteeQueries,
    CommitteesService,
    ContactsErasure,
    ContactsErasureQueries,
    ContactsImporter,
    ContactsQueries,
    DirectoryProvider,
    DirectoryQueries,
    EnrichmentService,
    HunterProvider,
    ReviewProvider,
    SuppressionsQueries,
    SuppressionsService,
    TeamSuppressionsQueries,
    TeamSuppressionsService,
    {
      provide: ENRICHMENT_PROVIDERS,
      inject: [ENV, ReviewProvider, DirectoryProvider, HunterProvider],
      // Local providers are asked first. Hunter is asked only when its API key is configured.
      useFactory: (env: Env, ...[review, directory, hunter]: EnrichmentProvider[]) => [
        review,
        directory,
        ...(env.HUNTER_API_KEY ? [hunter] : []),
      ],
    },
  ],
  exports: [
    CommitteesService,
    ContactsErasure,
    ContactsImporter,
    DirectoryProvider,
    EnrichmentService,
    SuppressionsService,
    TeamSuppressionsService,
  ],
})
export class EnrichmentModule {}
