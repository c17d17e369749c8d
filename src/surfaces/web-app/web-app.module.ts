import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { AuditLogModule } from '#accounts/audit/audit-log.module.js';
import { BillingModule } from '#accounts/billing/billing.module.js';
import { PlanRequestsModule } from '#accounts/billing/plan-requests.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamDeletionModule } from '#accounts/team-deletion/team-deletion.module.js';
import { InvitationsModule } from '#accounts/teams/invitations.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { WebhooksModule } from '#accounts/webhooks/webhooks.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { AssetsController } from '#platform/pages/assets.controller.js';
import { publishAssets, publishStyles } from '#platform/pages/assets.js';
import { AccountModule } from '#workspace/account/account.module.js';
import { BulkModule } from '#workspace/bulk/bulk.module.js';
import { DestinationsModule } from '#workspace/destinations/destinations.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { ExportsApiModule } from '#workspace/exports/exports.api.module.js';
import { HomeModule } from '#workspace/home/home.module.js';
import { BattleCardsModule } from '#workspace/battle-cards/battle-cards.module.js';
import { InboxModule } from '#workspace/inbox/inbox.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PersonalDataModule } from '#workspace/personal-data/personal-data.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { SavedSearchesModule } from '#workspace/saved-searches/saved-searches.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { UsageModule } from '#workspace/usage/usage.module.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { TrackingModule } from '#workspace/tracking/tracking.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { WeeklyDigestModule } from '#workspace/weekly-digest/weekly-digest.module.js';
import { TeamWorkModule } from '#workspace/team-work/team-work.module.js';
import { PrivacyController } from './account/privacy.controller.js';
import { SecurityPagesController } from './account/settings-security.controller.js';
import { UnsubscribeController, WeeklyDigestsController } from './account/unsubscribe.controller.js';
import { CreditPagesController } from './credits/credits.controller.js';
import { HomeController } from './home/home.controller.js';
import { DesignController } from './design/design.controller.js';
import { FindController } from './home/find.controller.js';
import { ThemeController } from './home/theme.controller.js';
import { HomeReader } from './home/home.reader.js';
import { InboxController } from './home/inbox.controller.js';
import { formAddressesOf } from './kernel/form-addresses.js';
import { PageKernelModule } from './kernel/kernel.module.js';
import { DownloadsController } from './opportunities/downloads.controller.js';
import { OpportunityPagesController } from './opportunities/opportunities.controller.js';
import { OpportunityListController } from './opportunities/opportunity-list.controller.js';
import { OpportunityListReader } from './opportunities/opportunity-list.reader.js';
import { OpportunityReader } from './opportunities/opportunity.reader.js';
import { UnlockProgressReader } from './opportunities/unlock-progress.reader.js';
import { CrawlersController } from './parts/crawlers.controller.js';
import { PitchPagesController } from './pitches/pitches.controller.js';
import { ProductPagesController } from './reports/products.controller.js';
import { BattleCardController } from './reports/battle-card.controller.js';
import { ChartsController } from './reports/charts.controller.js';
import { ReportPagesController } from './reports/reports.controller.js';
import { FeedsController } from './searches/feeds.controller.js';
import { SearchPagesController } from './searches/searches.controller.js';
import { PlanPagesController } from './settings/settings-plan.controller.js';
import { BillingPagesController } from './settings/settings-billing.controller.js';
import { DestinationPagesController } from './settings/settings-destinations.controller.js';
import { KeyPagesController } from './settings/settings-keys.controller.js';
import { TeamPagesController } from './settings/settings-team.controller.js';
import { WebhookPagesController } from './settings/settings-webhooks.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { SourcePagesController } from './sources/sources.controller.js';
import { ProviderController } from './sign-in/provider.controller.js';
import { RecoveryController } from './sign-in/recovery.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';

publishAssets(join(import.meta.dirname, 'assets'));
publishStyles('app.css', join(import.meta.dirname, 'assets/styles'));

/** The controllers of pages and forms. */
export const PAGES = [
  HomeController,
  SearchPagesController,
  SignInController,
  ProductPagesController,
  OpportunityListController,
  InboxController,
  BattleCardController,
  ChartsController,
  ReportPagesController,
  OpportunityPagesController,
  PitchPagesController,
  CreditPagesController,
  SourcePagesController,
  DownloadsController,
  SettingsController,
  SecurityPagesController,
  RecoveryController,
  PrivacyController,
  ProviderController,
  KeyPagesController,
  TeamPagesController,
  WebhookPagesController,
  DestinationPagesController,
  PlanPagesController,
  BillingPagesController,
  ThemeController,
  FindController,
  DesignController,
];

/** The web app: its pages and their assets. Only the API process imports it. */
@Module({
  imports: [
    PageKernelModule,
    AuditLogModule,
    TeamEventsModule,
    WebhooksModule,
    TeamsModule,
    TeamDeletionModule,
    InvitationsModule,
    CreditsModule,
    PlanRequestsModule,
    BillingModule,
    RunsModule,
    ApiKeysModule,
    ConnectionsModule,
    ProductsModule,
    ReportInsightsModule,
    ReportReadingModule,
    ReportsModule,
    WatchlistModule,
    TeamWorkModule,
    SourcesModule,
    DestinationsModule,
    WeeklyDigestModule,
    TrackingModule,
    ThrottlingModule,
    SavedSearchesModule,
    OpportunitiesModule,
    HomeModule,
    BattleCardsModule,
    InboxModule,
    EnrichmentModule,
    UnlocksModule,
    BulkModule,
    PitchesModule,
    AccountModule,
    PersonalDataModule,
    ExportsApiModule,
    UsageModule,
  ],
  controllers: [
    AssetsController,
    CrawlersController,
    FeedsController,
    UnsubscribeController,
    WeeklyDigestsController,
    // Before the pages: `/app/inbox/read-all` is the address of a form, and no item of the inbox.
    formAddressesOf(PAGES),
    ...PAGES,
  ],
  providers: [HomeReader, UnlockProgressReader, OpportunityReader, OpportunityListReader],
})
export class WebAppModule {}
