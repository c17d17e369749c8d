import { notifiedWork } from '#platform/queues/due-work.js';

/** Attempts before a batch fails. */
export const MAX_ATTEMPTS = 3;

/** The work that reads batches of texts. */
export const DETECT_OPPORTUNITIES = notifiedWork('detect-opportunities');

/** The subscriber of imported texts. */
export const DETECTION = 'detection';
