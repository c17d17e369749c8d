import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { PitchWritingModule } from './pitch-writing.module.js';
import { PitchesController } from './pitches.controller.js';
import { PitchesQueries } from './pitches.queries.js';
import { PitchesService } from './pitches.service.js';

@Module({
  imports: [PitchWritingModule, CreditsModule],
  controllers: [PitchesController],
  providers: [PitchesService, PitchesQueries],
  exports: [PitchesService],
})
export class PitchesModule {}
