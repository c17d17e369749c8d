import { Module } from '@nestjs/common';
import { BillingModule } from '#accounts/billing/billing.module.js';
import { PlanRequestsModule } from '#accounts/billing/plan-requests.module.js';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ImportsModule } from '#market/imports/imports.module.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { ImportUndoModule } from '#workspace/import-undo/import-undo.module.js';
import { ImportUploadsModule } from '#workspace/import-uploads/import-uploads.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PersonErasureModule } from '#workspace/personal-data/person-erasure.module.js';
import { PersonalDataModule } from '#workspace/personal-data/personal-data.module.js';
import { TrackingModule } from '#workspace/tracking/tracking.module.js';
import { BacklogMetrics } from './backlog.metrics.js';
import { BackupsModule } from '#platform/backups/backups.module.js';
import { BackupMetrics } from './backup.metrics.js';
import { BillingMetrics } from './billing.metrics.js';
import { BoardModule } from './board.module.js';
import { EventsController } from './events.controller.js';
import { EventMetrics } from './event.metrics.js';
import { HealthController } from './health.controller.js';
import { HttpMetrics } from './http.metrics.js';
import { ImportsController } from './imports/imports.controller.js';
import { MailController } from './mail.controller.js';
import { MetricsController } from './metrics.controller.js';
import { OperatorModule } from './operator.module.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewQueries } from './overview/overview.queries.js';
import { PeopleController } from './people/people.controller.js';
import { PingController } from './ping.controller.js';
import { PlansController } from './plans.controller.js';
import { SourceMetrics } from './sources/source.metrics.js';
import { SourcesController } from './sources/sources.controller.js';
import { ProcessMetrics } from './process.metrics.js';
import { QueueMetrics } from './queue.metrics.js';
import { TeamsController } from './teams/teams.controller.js';

/** Health, metrics and the queue board of the API process. */
@Module({
  imports: [
    OperatorModule,
    BoardModule,
    CreditsModule,
    TeamsModule,
    ApiKeysModule,
    PlanRequestsModule,
    BillingModule,
    RunsModule,
    OpportunitiesModule,
    ImportsModule,
    ImportUndoModule,
    ImportUploadsModule,
    SourcesModule,
    TrackingModule,
    BackupsModule,
    PersonalDataModule,
    PersonErasureModule,
  ],
  controllers: [
    HealthController,
    PingController,
    MetricsController,
    MailController,
    ImportsController,
    PlansController,
    PeopleController,
    SourcesController,
    TeamsController,
    EventsController,
    OverviewController,
  ],
  providers: [
    OverviewQueries,
    ProcessMetrics,
    HttpMetrics,
    QueueMetrics,
    EventMetrics,
    BacklogMetrics,
    BillingMetrics,
    BackupMetrics,
    SourceMetrics,
  ],
})
export class OpsModule {}
