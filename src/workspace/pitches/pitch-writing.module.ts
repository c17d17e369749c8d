import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { ENV, type Env } from '#config/env.js';
import { chosenModel } from '#platform/llm/chosen-model.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { LlmDrafter } from './llm.drafter.js';
import { Pitch } from './pitch.entity.js';
import { PITCH_DRAFTER, type PitchDrafter } from './pitch.types.js';
import { PitchRunsQueries } from './pitch-runs.queries.js';
import { PitchWritingService } from './pitch-writing.service.js';

function configuredDrafter(env: Env): PitchDrafter {
  const client = chosenModel(env.PITCH_ENGINE, env);
  return client ? new LlmDrafter(client, client.model) : new BuiltInDrafter();
}

/** The writing itself, which the API does and the worker sweeps after. */
@Module({
  imports: [TypeOrmModule.forFeature([Pitch]), CreditsModule],
  providers: [
    PitchWritingService,
    PitchRunsQueries,
    { provide: PITCH_DRAFTER, inject: [ENV], useFactory: configuredDrafter },
  ],
  exports: [PitchWritingService],
})
export class PitchWritingModule {}
