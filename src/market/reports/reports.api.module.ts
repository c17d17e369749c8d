import { Module } from '@nestjs/common';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsModule } from './reports.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [ReportsModule, RunsModule], controllers: [ReportsController] })
export class ReportsApiModule {}
