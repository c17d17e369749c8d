import { LlmFailed, type LlmFailure } from '#platform/llm/llm.client.js';

/** Why a run failed: a code of a closed vocabulary, with a sentence that customers may read. */
export const RUN_FAILURES = {
  deadline_passed: 'The work did not finish before its deadline.',
  interrupted: 'The work was interrupted at every attempt.',
  queue_unavailable: 'The work could not be queued.',
  model_unavailable: 'The language model could not be reached or did not respond.',
  model_refused: 'The language model refused the request.',
  model_malformed: 'The language model returned no usable response.',
  internal_error: 'An unexpected error occurred.',
} as const;

export type RunFailureReason = keyof typeof RUN_FAILURES;
export const RUN_FAILURE_REASONS = Object.keys(RUN_FAILURES) as RunFailureReason[];

/** The error of an attempt that would fail again: the run is not repeated. */
export class FinalFailure extends Error {}

/** A failure of a run. `detail` is for operators only. */
export interface RunFailure {
  reason: RunFailureReason;
  detail: string;
}

export const OVERDUE: RunFailure = { reason: 'deadline_passed', detail: 'The deadline passed' };
export const WORKER_DIED: RunFailure = { reason: 'interrupted', detail: 'The worker died at every attempt' };

const OF_MODEL: Record<LlmFailure, RunFailureReason> = {
  timeout: 'model_unavailable',
  unavailable: 'model_unavailable',
  refused: 'model_refused',
  malformed: 'model_malformed',
};

/** The failure of an attempt that threw. A failed language model may be the cause of the error, or its cause. */
export function runFailureOf(error: unknown): RunFailure {
  const detail = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof LlmFailed) return { reason: OF_MODEL[cause.failure], detail };
  }
  return { reason: 'internal_error', detail };
}
