import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { createLlmClient } from '#platform/llm/llm.client.factory.js';
import { ANALYSIS_ENGINE, type AnalysisEngine, BUILT_IN_ENGINE } from './analysis.types.js';
import { BuiltInEngine } from './built-in.engine.js';
import { LlmEngine } from './llm.engine.js';

/** Provides the configured analysis engine and the built-in one, and closes them when the application shuts down. */
@Module({
  providers: [
    { provide: BUILT_IN_ENGINE, useFactory: () => new BuiltInEngine() },
    { provide: ANALYSIS_ENGINE, inject: [ENV, BUILT_IN_ENGINE], useFactory: chooseEngine },
  ],
  exports: [ANALYSIS_ENGINE, BUILT_IN_ENGINE],
})
export class AnalysisModule implements OnApplicationShutdown {
  constructor(@Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}

function chooseEngine(env: Env, builtIn: BuiltInEngine): AnalysisEngine {
  const client = createLlmClient(env.ANALYSIS_ENGINE, env);
  if (!client) return builtIn;
  return new LlmEngine(client, builtIn, { model: client.model, fallBack: env.ANALYSIS_FALLBACK === 'built-in' });
}
