import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportSubscriber } from './report.subscriber.js';
import { WatchlistModule } from './watchlist.module.js';

/** Notifies teams of reports, in the worker only. */
@Module({
  imports: [WatchlistModule, ReportInsightsModule, ProductsModule, RunsModule, TeamsModule, TeamEventsModule],
  providers: [ReportSubscriber],
})
export class WatchlistWorkerModule {}
