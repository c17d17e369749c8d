import { Module } from '@nestjs/common';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import { GenerateReport } from './generate-report.action.js';
import { PainPointsModule } from './pain-points.module.js';

@Module({ imports: [PainPointsModule, RunsWorkerModule.forAction(GenerateReport)] })
export class PainPointsWorkerModule {}
