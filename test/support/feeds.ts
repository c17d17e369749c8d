import { type Feed, feedOf } from '#workspace/opportunities/feed/feed.selection.js';

/** A feed without filters, as a base for tests. */
export const UNFILTERED: Omit<Feed, 'teamId' | 'limit' | 'offset'> = { ...feedOf('', {}, null), sort: '-created_at' };
