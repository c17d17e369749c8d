import { notifiedWork } from '#platform/queues/due-work.js';

/** The work that fetches sources. */
export const SYNC_SOURCES = notifiedWork('sync-sources');
