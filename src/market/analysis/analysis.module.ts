import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { ANALYSIS_ENGINE, type AnalysisEngine } from './analysis.types.js';
import { BuiltInEngine } from './built-in.engine.js';
import { LlmClient } from './llm.client.js';
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

/** The configuration has been checked: the model's address and name are there where its engine is chosen. */
function chooseEngine(env: Env): AnalysisEngine {
  const builtIn = new BuiltInEngine();
  if (env.ANALYSIS_ENGINE !== 'llm' || !env.LLM_BASE_URL || !env.LLM_MODEL) return builtIn;
  const client = new LlmClient({
    baseUrl: env.LLM_BASE_URL,
    model: env.LLM_MODEL,
    apiKey: env.LLM_API_KEY,
    timeoutMs: env.LLM_TIMEOUT_MS,
  });
  return new LlmEngine(client, builtIn, { model: env.LLM_MODEL, fallBack: env.ANALYSIS_FALLBACK === 'built-in' });
}
