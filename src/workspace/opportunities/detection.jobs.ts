import type { JobDefinition } from '#platform/queues/job-definition.js';

export const OPPORTUNITIES_QUEUE = 'opportunities';

/** A batch is claimed this often before it counts as failed. */
export const MAX_ATTEMPTS = 3;

/** Reads one batch of new texts. */
export const DETECT_OPPORTUNITIES: JobDefinition = {
  queue: OPPORTUNITIES_QUEUE,
  name: 'detect-opportunities',
  attempts: MAX_ATTEMPTS,
  backoffMs: 2_000,
};
