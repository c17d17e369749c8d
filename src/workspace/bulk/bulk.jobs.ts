import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that runs bulk jobs. */
export const RUN_BULK_JOBS = notifiedWork('run-bulk-jobs');
