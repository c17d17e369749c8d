import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that sends due deliveries to destinations. */
export const SEND_TO_DESTINATIONS = notifiedWork('send-to-destinations');
