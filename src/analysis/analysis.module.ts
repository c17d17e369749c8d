import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { chosenModel } from '#platform/llm/chosen-model.js';
import { ANALYSIS_ENGINE, type AnalysisEngine } from './analysis.types.js';
import { BuiltInEngine } from './built-in.engine.js';
import { LlmEngine } from './llm.engine.js';

/** Chooses the analysis engine by configuration and ends its thread with the application. */
@Module({
  providers: [{ provide: ANALYSIS_ENGINE, inject: [ENV], useFactory: chooseEngine }],
  exports: [ANALYSIS_ENGINE],
})
export class AnalysisModule implements OnApplicationShutdown {
  constructor(@Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}

function chooseEngine(env: Env): AnalysisEngine {
  const builtIn = new BuiltInEngine();
  const client = chosenModel(env.ANALYSIS_ENGINE, env);
  if (!client) return builtIn;
  return new LlmEngine(client, builtIn, { model: client.model, fallBack: env.ANALYSIS_FALLBACK === 'built-in' });
}
