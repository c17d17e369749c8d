import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that sends due deliveries. */
export const SEND_WEBHOOKS = notifiedWork('send-webhooks');
