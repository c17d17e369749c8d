import type { Env } from '#config/env.js';
import { LlmClient } from './llm.client.js';

/**
 * The client of the configured language model, or null where the built-in engine is chosen.
 * The configuration has been checked: where `llm` is chosen, the model's address and name are set.
 */
export function chosenModel(engine: 'built-in' | 'llm', env: Env): LlmClient | null {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey, LLM_TIMEOUT_MS: timeoutMs } = env;
  if (engine === 'built-in' || !baseUrl || !model) return null;
  return new LlmClient({ baseUrl, model, apiKey, timeoutMs });
}
