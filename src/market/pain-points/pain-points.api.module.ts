import { Module } from '@nestjs/common';
import { PainPointsController } from './pain-points.controller.js';
import { PainPointsModule } from './pain-points.module.js';
import { ReportHistoryController } from './report-history.controller.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [PainPointsModule], controllers: [PainPointsController, ReportHistoryController] })
export class PainPointsApiModule {}
