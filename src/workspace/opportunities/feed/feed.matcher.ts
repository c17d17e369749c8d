import { type Feed, sourcesOf } from './feed.conditions.js';
import type { OpportunitySource, OpportunityStatus } from '../opportunity.vocabulary.js';

type StateFilters = Pick<Feed, 'statuses' | 'viewed' | 'revealed'>;
type ContentFilters = Omit<Feed, keyof StateFilters | 'teamId' | 'sort' | 'limit' | 'offset'>;

/** The values of an opportunity that the filters read. Texts are folded. */
export interface Matchable {
  id: string;
  source: OpportunitySource;
  product_id: string | null;
  frustration_tier: string;
  sentiment: string;
  has_buying_signal: boolean;
  rating: number | null;
  score: number;
  country: string | null;
  industry: string | null;
  search_text: string;
  created_at: Date;
  /** Null for a text without a date. */
  published_at: Date | null;
  /** The own date of the text, no later than the time of detection. */
  dated_at: Date;
}

/** The values of a team's work on an opportunity that the filters read. */
export interface TeamState {
  status: OpportunityStatus;
  viewed: boolean;
  revealed: boolean;
}

/** The state of an opportunity that a team has never touched. */
export const UNTOUCHED: TeamState = Object.freeze({ status: 'new', viewed: false, revealed: false });

/** Whether the filters read a team's work on an opportunity. */
export const readsState = ({ statuses, viewed, revealed }: StateFilters): boolean =>
  statuses !== null || viewed !== null || revealed !== null;

/** Whether a listing with these filters contains an opportunity in this state. Equals the SQL of the listing. */
export const isInState = (feed: StateFilters, state: TeamState): boolean =>
  isOneOf(feed.statuses, state.status) && isSame(feed.viewed, state.viewed) && isSame(feed.revealed, state.revealed);

/**
 * Whether a listing with these filters contains the opportunity, regardless of a team's work on it. Decides like the
 * SQL of the listing.
 */
export function isInFeed(feed: ContentFilters, opportunity: Matchable): boolean {
  const { has_buying_signal, rating, score, created_at, search_text } = opportunity;
  return (
    isOneOf(feed.productIds, opportunity.product_id) &&
    isOneOf(feed.ids, opportunity.id) &&
    isOneOf(sourcesOf(feed), opportunity.source) &&
    isOneOf(feed.tiers, opportunity.frustration_tier) &&
    isOneOf(feed.sentiments, opportunity.sentiment) &&
    isOneOf(feed.countries, opportunity.country) &&
    isOneOf(feed.industries, opportunity.industry) &&
    isSame(feed.hasBuyingSignal, has_buying_signal) &&
    isAtLeast(rating, feed.minRating) &&
    (feed.maxRating === null || (rating !== null && rating <= feed.maxRating)) &&
    isAtLeast(score, feed.minScore) &&
    isBetween(created_at, feed.createdAfter, feed.createdBefore) &&
    isPublishedInTime(feed, opportunity) &&
    (!feed.pieces || feed.pieces.some((piece) => search_text.includes(piece))) &&
    !feed.excluded?.some((piece) => search_text.includes(piece))
  );
}

const isOneOf = <T>(wanted: readonly T[] | null, value: T | null): boolean =>
  !wanted || (value !== null && wanted.includes(value));

const isSame = (wanted: boolean | null, value: boolean): boolean => wanted === null || wanted === value;

const isAtLeast = (value: number | null, lowest: number | null): boolean =>
  lowest === null || (value !== null && value >= lowest);

const isBetween = (time: Date, after: Date | null, before: Date | null): boolean =>
  (!after || time > after) && (!before || time < before);

const isPublishedInTime = (
  { publishedAfter, publishedBefore }: Pick<Feed, 'publishedAfter' | 'publishedBefore'>,
  { published_at, dated_at }: Matchable,
): boolean =>
  (!publishedAfter && !publishedBefore) ||
  (published_at !== null && isBetween(dated_at, publishedAfter, publishedBefore));
