import { join } from 'node:path';
import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { LanesModule } from '#access/lanes/lanes.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { AuditLogModule } from '#accounts/audit/audit-log.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { InvitationsModule } from '#accounts/teams/invitations.module.js';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { WebhooksModule } from '#accounts/webhooks/webhooks.module.js';
import { TeamDeletionModule } from '#accounts/team-deletion/team-deletion.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { formBody } from '#platform/http/form-body.middleware.js';
import { publishAssets } from '#platform/pages/assets.js';
import { AssetsController } from '#platform/pages/assets.controller.js';
import { AccountModule } from '#workspace/account/account.module.js';
import { InboxModule } from '#workspace/inbox/inbox.module.js';
import { ExportsApiModule } from '#workspace/exports/exports.api.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PersonalDataModule } from '#workspace/personal-data/personal-data.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { SavedSearchesModule } from '#workspace/saved-searches/saved-searches.module.js';
import { UsageModule } from '#workspace/usage/usage.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { AccountDeletionController } from './account/account-deletion.controller.js';
import { AppPages } from './parts/app-pages.js';
import { CommitteeController } from './opportunities/committee.controller.js';
import { ComparePagesController } from './reports/compare.controller.js';
import { CrawlersController } from './parts/crawlers.controller.js';
import { CreditPagesController } from './credits/credits.controller.js';
import { DownloadsController } from './opportunities/downloads.controller.js';
import { FeedsController } from './searches/feeds.controller.js';
import { Flashes } from './parts/flash.js';
import { FormInput } from './parts/form-input.js';
import { HistoryPagesController } from './reports/history.controller.js';
import { HomeController } from './home/home.controller.js';
import { HomeReader } from './home/home.reader.js';
import { OpportunityListController } from './opportunities/opportunity-list.controller.js';
import { InboxController } from './home/inbox.controller.js';
import { LastVisit } from './home/last-visit.js';
import { OpportunityPagesController } from './opportunities/opportunities.controller.js';
import { PageGate } from './parts/page.gate.js';
import { PitchPagesController } from './pitches/pitches.controller.js';
import { PrivacyController } from './account/privacy.controller.js';
import { ProductPagesController } from './reports/products.controller.js';
import { ProviderController } from './sign-in/provider.controller.js';
import { RecoveryController } from './sign-in/recovery.controller.js';
import { RedirectsController } from './parts/redirects.controller.js';
import { SecondFactorController } from './sign-in/second-factor.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { SuppressionPagesController } from './settings/settings-suppressions.controller.js';
import { AuditPagesController } from './settings/settings-audit.controller.js';
import { SecurityPagesController } from './account/settings-security.controller.js';
import { KeyPagesController } from './settings/settings-keys.controller.js';
import { MyDataController } from './account/settings-my-data.controller.js';
import { SettingsPages } from './settings/settings-pages.js';
import { TeamPagesController } from './settings/settings-team.controller.js';
import { SenderPagesController } from './settings/settings-sender.controller.js';
import { TwoFactorPagesController } from './account/settings-two-factor.controller.js';
import { WebhookPagesController } from './settings/settings-webhooks.controller.js';
import { SharedReportController } from './reports/shared-report.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { ThemePagesController } from './reports/theme.controller.js';
import { NewTeamController } from './sign-in/team.controller.js';
import { TeamDeletionController } from './settings/team-deletion.controller.js';
import { TimelineReader } from './opportunities/timeline.reader.js';
import { Visitors } from './parts/visitor.js';
import { SearchPagesController } from './searches/searches.controller.js';
import { UnsubscribeController } from './account/unsubscribe.controller.js';

publishAssets(join(import.meta.dirname, 'assets'));

/** The web app: its pages and their assets. Only the API process imports it. */
@Module({
  imports: [
    AuditLogModule,
    TeamEventsModule,
    WebhooksModule,
    TeamsModule,
    TeamDeletionModule,
    InvitationsModule,
    CreditsModule,
    RunsModule,
    SignInModule,
    LanesModule,
    ApiKeysModule,
    ConnectionsModule,
    ProductsModule,
    ReportInsightsModule,
    ReportReadingModule,
    ReportsModule,
    WatchlistModule,
    ThrottlingModule,
    SavedSearchesModule,
    OpportunitiesModule,
    InboxModule,
    EnrichmentModule,
    UnlocksModule,
    PitchesModule,
    AccountModule,
    PersonalDataModule,
    ExportsApiModule,
    UsageModule,
  ],
  controllers: [
    AssetsController,
    HomeController,
    CrawlersController,
    FeedsController,
    SearchPagesController,
    UnsubscribeController,
    SignInController,
    ProductPagesController,
    SharedReportController,
    ComparePagesController,
    OpportunityListController,
    InboxController,
    ThemePagesController,
    HistoryPagesController,
    OpportunityPagesController,
    CommitteeController,
    PitchPagesController,
    CreditPagesController,
    DownloadsController,
    SettingsController,
    SecurityPagesController,
    AccountDeletionController,
    MyDataController,
    TwoFactorPagesController,
    RecoveryController,
    PrivacyController,
    SecondFactorController,
    ProviderController,
    SenderPagesController,
    SuppressionPagesController,
    KeyPagesController,
    TeamPagesController,
    TeamDeletionController,
    AuditPagesController,
    WebhookPagesController,
    NewTeamController,
    RedirectsController,
  ],
  providers: [AppPages, SettingsPages, Visitors, PageGate, FormInput, Flashes, HomeReader, LastVisit, TimelineReader],
  exports: [AppPages],
})
export class WebAppModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const forms = [
      'login',
      'login/code',
      'login/provider',
      'login/provider/proof',
      'logout',
      'signup',
      'join/:secret',
      'forgot',
      'reset/:secret',
      'verify/:secret',
      'change-email/:secret',
      'undo-email/:secret',
      'privacy',
      'privacy/:secret',
      'products/:id/:action',
      'app/{*path}',
    ];
    consumer.apply(formBody).forRoutes(...forms.map((path) => ({ path, method: RequestMethod.POST })));
  }
}
