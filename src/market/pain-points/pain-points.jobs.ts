import type { JobDefinition } from '#platform/queues/job-definition.js';

export const PAIN_POINTS_QUEUE = 'pain-points';

/** A run is claimed this often before it counts as failed. */
export const MAX_ATTEMPTS = 3;

/** Generates a paid report. */
export const GENERATE_REPORT: JobDefinition = {
  queue: PAIN_POINTS_QUEUE,
  name: 'generate-report',
  attempts: MAX_ATTEMPTS,
  backoffMs: 2_000,
};

/** Generates an operator's report: whoever pays goes first. */
export const GENERATE_FREE_REPORT: JobDefinition = { ...GENERATE_REPORT, priority: 10 };
