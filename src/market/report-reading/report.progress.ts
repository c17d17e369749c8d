import { RUN_FAILURES } from '#accounts/runs/run-failure.js';
import type { RunProgress } from '#accounts/runs/runs.service.js';
import type { GenerationProgress, PainPointsReport } from './pain-points.operations.js';
import { READING_PERCENT } from '#market/reports/report.writer.js';

/** The state of a report's latest generation. */
export type GenerationState = Pick<PainPointsReport, 'progress' | 'failure_reason' | 'failure_message'>;

/** The state of a generation in progress, from its run. */
export function progressOf(run: RunProgress | null): GenerationProgress {
  const percent = run?.progress ?? 0;
  return { part: partOf(run), reviews_total: run?.items_total ?? null, completed: percent / 100 };
}

/** Why a generation failed. The reason is unknown for runs that failed before reasons were recorded. */
export function failedGenerationOf(run: RunProgress | null): GenerationState {
  const failure_reason = run?.failure_reason ?? 'internal_error';
  return { failure_reason, failure_message: RUN_FAILURES[failure_reason] };
}

function partOf(run: RunProgress | null): GenerationProgress['part'] {
  if (!run || run.state === 'queued') return 'waiting';
  return run.progress < READING_PERCENT ? 'reading' : 'writing';
}
