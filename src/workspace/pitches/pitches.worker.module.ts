import { Module } from '@nestjs/common';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import { GeneratePitch } from './generate-pitch.action.js';
import { PitchesModule } from './pitches.module.js';

@Module({ imports: [PitchesModule, RunsWorkerModule.forAction(GeneratePitch)] })
export class PitchesWorkerModule {}
