import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that sends due mails. */
export const SEND_MAILS = notifiedWork('send-mails');
