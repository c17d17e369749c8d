import { Module } from '@nestjs/common';
import { ReportHistoryController } from './report-history.controller.js';
import { ReportInsightsController } from './report-insights.controller.js';
import { ReportInsightsModule } from './report-insights.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [ReportInsightsModule], controllers: [ReportInsightsController, ReportHistoryController] })
export class ReportInsightsApiModule {}
