import { Module } from '@nestjs/common';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { AuditLogModule } from '#accounts/audit/audit-log.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { UsageModule } from '#workspace/usage/usage.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportLists } from './exports.lists.js';
import { ExportsQueries } from './exports.queries.js';
import { ExportsService } from './exports.service.js';

/** The REST routes of this feature, for the API process only. */
@Module({
  imports: [
    AuditLogModule,
    FactsModule,
    OpportunitiesModule,
    ReportInsightsModule,
    PitchesModule,
    TeamsModule,
    ThrottlingModule,
    UsageModule,
  ],
  controllers: [ExportsController],
  providers: [ExportsService, ExportsQueries, ExportLists],
  exports: [ExportsService, ExportLists],
})
export class ExportsApiModule {}
