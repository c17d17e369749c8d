import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { ENV, type Env } from '#config/env.js';
import { createLlmClient } from '#platform/llm/llm.client.factory.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { DrafterByMode } from './drafter.by.mode.js';
import { GeneratePitch } from './generate-pitch.action.js';
import { LlmDrafter } from './llm.drafter.js';
import { Pitch } from './pitch.entity.js';
import { PITCH_DRAFTER, type PitchDrafter } from './pitch.types.js';
import { PitchesErasureQueries } from './pitches-erasure.queries.js';
import { PitchesErasure } from './pitches-erasure.service.js';
import { PitchesQueries } from './pitches.queries.js';
import { PitchesService } from './pitches.service.js';

function configuredDrafter(env: Env): PitchDrafter {
  const client = createLlmClient(env.PITCH_ENGINE, env);
  const builtIn = new BuiltInDrafter();
  if (!client) return builtIn;
  const model = new LlmDrafter(client, { model: client.model, timeoutMs: env.LLM_TIMEOUT_MS }, builtIn);
  return new DrafterByMode(model, builtIn);
}

@Module({
  imports: [
    TypeOrmModule.forFeature([Pitch]),
    TeamsModule,
    CreditsModule,
    FactsModule,
    WritersModule,
    RunsModule.forAction(GeneratePitch),
  ],
  providers: [
    PitchesService,
    PitchesQueries,
    PitchesErasure,
    PitchesErasureQueries,
    GeneratePitch,
    { provide: PITCH_DRAFTER, inject: [ENV], useFactory: configuredDrafter },
  ],
  exports: [PitchesErasure, PitchesService],
})
export class PitchesModule {}
