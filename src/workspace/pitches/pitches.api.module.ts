import { Module } from '@nestjs/common';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { PitchesController } from './pitches.controller.js';
import { PitchesModule } from './pitches.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [PitchesModule, RunsModule], controllers: [PitchesController] })
export class PitchesApiModule {}
