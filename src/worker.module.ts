import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { OauthWorkerModule } from '#access/oauth/oauth.worker.module.js';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { BillingWorkerModule } from '#accounts/billing/billing.worker.module.js';
import { CreditsWorkerModule } from '#accounts/credits/credits.worker.module.js';
import { TeamEventsWorkerModule } from '#accounts/events/team-events.worker.module.js';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import { TeamDeletionWorkerModule } from '#accounts/team-deletion/team-deletion.worker.module.js';
import { InvitationsModule } from '#accounts/teams/invitations.module.js';
import { WebhooksWorkerModule } from '#accounts/webhooks/webhooks.worker.module.js';
import type { Env } from '#config/env.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { SourcesWorkerModule } from '#market/sources/sources.worker.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { EventsWorkerModule } from '#platform/events/events.worker.module.js';
import { BackupsWorkerModule } from '#platform/backups/backups.worker.module.js';
import { MailWorkerModule } from '#platform/mail/mail.worker.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { DueWorkWorkerModule } from '#platform/queues/due-work.worker.module.js';
import { ProcessorsCheck } from '#platform/queues/processors.check.js';
import { OpsWorkerModule } from '#surfaces/ops/ops.worker.module.js';
import { BulkWorkerModule } from '#workspace/bulk/bulk.worker.module.js';
import { OpportunitiesWorkerModule } from '#workspace/opportunities/opportunities.worker.module.js';
import { InboxWorkerModule } from '#workspace/inbox/inbox.worker.module.js';
import { SavedSearchesWorkerModule } from '#workspace/saved-searches/saved-searches.worker.module.js';
import { EnrichmentWorkerModule } from '#workspace/enrichment/enrichment.worker.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { TrackingWorkerModule } from '#workspace/tracking/tracking.worker.module.js';
import { WatchlistWorkerModule } from '#workspace/watchlist/watchlist.worker.module.js';
import { ImportUploadsWorkerModule } from '#workspace/import-uploads/import-uploads.worker.module.js';
import { PersonalDataWorkerModule } from '#workspace/personal-data/personal-data.worker.module.js';
import { TextErasureWorkerModule } from '#workspace/text-erasure/text-erasure.worker.module.js';
import { WeeklyDigestModule } from '#workspace/weekly-digest/weekly-digest.module.js';
import { DestinationsWorkerModule } from '#workspace/destinations/destinations.worker.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';

const ACCOUNTS = [
  CreditsWorkerModule,
  BillingWorkerModule,
  TeamEventsWorkerModule,
  TeamDeletionWorkerModule,
  WebhooksWorkerModule,
];
const ACCESS = [InvitationsModule, SignInModule, ApiKeysModule, OauthWorkerModule];
const WORKSPACE = [
  WatchlistWorkerModule,
  TrackingWorkerModule,
  OpportunitiesWorkerModule,
  InboxWorkerModule,
  SavedSearchesWorkerModule,
  WeeklyDigestModule,
  DestinationsWorkerModule,
  EnrichmentWorkerModule,
  UnlocksModule,
  PitchesModule,
  BulkWorkerModule,
  PersonalDataWorkerModule,
  ImportUploadsWorkerModule,
  TextErasureWorkerModule,
];

/** The worker process: all background work. */
@Module({ providers: [ProcessorsCheck] })
export class WorkerModule {
  static forRoot(env: Env): DynamicModule {
    const platform = [
      PlatformModule.forRoot(env),
      DiscoveryModule,
      DueWorkWorkerModule,
      EventsWorkerModule,
      MailWorkerModule,
      BackupsWorkerModule,
    ];
    return {
      module: WorkerModule,
      imports: [
        ...platform,
        ...ACCOUNTS,
        RunsWorkerModule.forRoot(),
        ...ACCESS,
        SourcesWorkerModule,
        ReportsModule,
        ReportInsightsModule,
        ...WORKSPACE,
        OpsWorkerModule,
      ],
    };
  }
}
