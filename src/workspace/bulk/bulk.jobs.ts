import type { JobDefinition } from '#platform/queues/job-definition.js';

export const BULK_QUEUE = 'bulk';

/** The job that makes the calls of one bulk job. */
export const RUN_BULK_JOB: JobDefinition = { queue: BULK_QUEUE, name: 'run-bulk-job', attempts: 1, backoffMs: 2_000 };
