import type { JobDefinition } from '#platform/queues/job-definition.js';

export const OPPORTUNITIES_QUEUE = 'opportunities';

/** Attempts before a batch fails. */
export const MAX_ATTEMPTS = 3;

/** The job that reads one batch of texts. */
export const DETECT_OPPORTUNITIES: JobDefinition = {
  queue: OPPORTUNITIES_QUEUE,
  name: 'detect-opportunities',
  attempts: MAX_ATTEMPTS,
  backoffMs: 2_000,
};
