import { Module } from '@nestjs/common';
import { PitchesController } from './pitches.controller.js';
import { PitchesModule } from './pitches.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [PitchesModule], controllers: [PitchesController] })
export class PitchesApiModule {}
