import { Module } from '@nestjs/common';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import { GenerateReport } from './generate-report.action.js';
import { ReportsModule } from './reports.module.js';

@Module({ imports: [ReportsModule, RunsWorkerModule.forAction(GenerateReport)] })
export class ReportsWorkerModule {}
