import { Module } from '@nestjs/common';
import { PainPointsController } from './pain-points.controller.js';
import { ReportReadingModule } from './report-reading.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [ReportReadingModule], controllers: [PainPointsController] })
export class ReportReadingApiModule {}
