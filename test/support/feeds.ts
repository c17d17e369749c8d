import type { Feed } from '#workspace/opportunities/feed/feed.conditions.js';

/** A feed without filters, as a base for tests. */
export const UNFILTERED: Omit<Feed, 'teamId' | 'limit' | 'offset'> = {
  statuses: null,
  viewed: null,
  sources: null,
  productIds: null,
  tiers: null,
  sentiments: null,
  hasBuyingSignal: null,
  minRating: null,
  maxRating: null,
  minScore: null,
  countries: null,
  industries: null,
  pieces: null,
  excluded: null,
  revealed: null,
  ids: null,
  createdAfter: null,
  createdBefore: null,
  publishedAfter: null,
  publishedBefore: null,
  sort: '-created_at',
};
