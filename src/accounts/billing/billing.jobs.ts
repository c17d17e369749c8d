import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that reads what events of the billing provider are about. */
export const READ_BILLING = notifiedWork('read-billing');
