import type { Position } from '#platform/operations/cursors.js';
import {
  FRUSTRATION_TIERS,
  type OpportunitySort,
  type OpportunitySource,
  type OpportunityStatus,
} from '../opportunity.vocabulary.js';

/** The filters and the order of a listing. A list means "one of these", null means "any". */
export interface Feed {
  teamId: string;
  statuses: readonly OpportunityStatus[] | null;
  viewed: boolean | null;
  sources: readonly OpportunitySource[] | null;
  productIds: readonly string[] | null;
  tiers: readonly string[] | null;
  sentiments: readonly string[] | null;
  hasBuyingSignal: boolean | null;
  minRating: number | null;
  maxRating: number | null;
  /** The lowest score, 0 to 100. */
  minScore: number | null;
  /** Folded like the columns with which they are compared. */
  countries: readonly string[] | null;
  industries: readonly string[] | null;
  pieces: readonly string[] | null;
  /** Strings that the text must not contain; folded like `pieces`. */
  excluded: readonly string[] | null;
  /** Whether the team has unlocked a contact or the buying committee. */
  revealed: boolean | null;
  ids: readonly string[] | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  publishedAfter: Date | null;
  publishedBefore: Date | null;
  sort: OpportunitySort;
  limit: number;
  offset: number;
  /** The values of the order of the item after which the page begins. */
  after?: Position | null;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL names of the columns that define the order of a listing. */
export interface OrderColumns {
  id: string;
  createdAt: string;
  /** The own date of the text, or the time of detection if the text has no earlier date. */
  datedAt: string;
  /** The columns of the order by the own date. */
  dated: readonly string[];
  frustrationRank: string;
  score: string;
}

export const OF_OPPORTUNITY: OrderColumns = {
  id: 'opportunity.id',
  createdAt: 'opportunity.created_at',
  datedAt: 'opportunity.dated_at',
  dated: ['opportunity.dated_at', 'opportunity.created_at', 'opportunity.id'],
  frustrationRank: 'opportunity.frustration_rank',
  score: 'opportunity.score',
};

/** Frustration tiers with their ranks in the order of a listing. */
export const RANKS = FRUSTRATION_TIERS.map((tier, index) => ({ tier, rank: index + 1 }));

export type Bind = (value: unknown) => string;

/** Adds a value to the values of a statement and returns its placeholder. */
export const binding =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

export const whereOf = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/** The columns that order a listing. Within a frustration tier the newest comes first, within a score the latest text. */
function orderColumnsOf(
  { createdAt, dated, id, frustrationRank, score }: OrderColumns,
  sort: OpportunitySort,
): readonly string[] {
  if (sort === 'published_at' || sort === '-published_at') return dated;
  if (sort === '-score') return [score, ...dated];
  return sort === '-frustration' ? [frustrationRank, createdAt, id] : [createdAt, id];
}

/** The filters that the rating restricts. */
type Rated = Pick<Feed, 'sources' | 'minRating' | 'maxRating'>;

export const isRated = (feed: Rated): boolean => feed.minRating !== null || feed.maxRating !== null;
const isDescending = (sort: OpportunitySort): boolean => sort.startsWith('-');

/** The ORDER BY of a listing. All its columns have the same direction. */
export const orderOf = (columns: OrderColumns, sort: OpportunitySort): string =>
  orderColumnsOf(columns, sort)
    .map((column) => (isDescending(sort) ? `${column} DESC` : column))
    .join(', ');

/** The condition that a row comes after the end of the last page. */
export function placeConditions({ after, sort }: Feed, columns: OrderColumns, bind: Bind): string[] {
  if (!after) return [];
  const place = after.map((value) => bind(value)).join(', ');
  return [`(${orderColumnsOf(columns, sort).join(', ')}) ${isDescending(sort) ? '<' : '>'} (${place})`];
}

/** A row of a listing, with the columns of its order. */
export interface FeedRow {
  id: string;
  created_at: Date;
  dated_at?: Date;
  frustration_rank?: number;
  score?: number;
}

/** The names of the columns in `FeedRow`. */
const OF_ROW: OrderColumns = {
  id: 'id',
  createdAt: 'created_at',
  datedAt: 'dated_at',
  dated: ['dated_at', 'created_at', 'id'],
  frustrationRank: 'frustration_rank',
  score: 'score',
};

/** The SELECT list of an order: its own columns only, so that its index is enough to skip earlier pages. */
export function selectListOf(columns: OrderColumns, sort: OpportunitySort): string {
  const names = orderColumnsOf(OF_ROW, sort);
  return orderColumnsOf(columns, sort)
    .map((column, index) => `${column} AS ${names[index]}`)
    .join(', ');
}

/** The position of a row in its order. */
export const positionOf = (row: FeedRow, sort: OpportunitySort): Position =>
  orderColumnsOf(OF_ROW, sort).map((column) => {
    const value = row[column as keyof FeedRow] ?? null;
    return value instanceof Date ? value.toISOString() : value;
  });

/** Only reviews have ratings. */
export const sourcesOf = (feed: Rated): readonly OpportunitySource[] | null =>
  isRated(feed) ? (feed.sources ?? ['review']).filter((source) => source === 'review') : feed.sources;

/** Whether the filters exclude each other, so that no opportunity can match. */
export const matchesNothing = (feed: Feed): boolean =>
  [sourcesOf(feed), feed.productIds].some((wanted) => wanted?.length === 0) ||
  (feed.minRating ?? 0) > (feed.maxRating ?? 5) ||
  isEmpty(feed.createdAfter, feed.createdBefore) ||
  isEmpty(feed.publishedAfter, feed.publishedBefore) ||
  isEmpty(feed.publishedAfter, feed.createdBefore);

const isEmpty = (after: Date | null, before: Date | null): boolean =>
  after !== null && before !== null && after >= before;

/**
 * Whether a listing can start at the triage of the team. The triage has no row for an opportunity that the team never
 * touched, so a listing that includes those cannot start there.
 */
export const startsAtTriage = ({ statuses, viewed }: Feed): boolean =>
  viewed === true || (statuses !== null && !statuses.includes('new'));

/** The condition that `column` has one of the wanted values. No condition when `wanted` is null. */
export function isOneOf(column: string, type: string, wanted: readonly unknown[] | null, bind: Bind): string[] {
  if (!wanted) return [];
  const [only] = wanted;
  return [wanted.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(wanted)}::${type}[])`];
}

/**
 * Every character of a piece is literal. Uses LIKE, because PostgreSQL has an index for it and estimates how many texts
 * match.
 */
export const textConditions = ({ pieces }: Feed, bind: Bind): string[] =>
  pieces ? [`(${pieces.map((piece) => `opportunity.search_text LIKE ${bind(patternOf(piece))}`).join(' OR ')})`] : [];

const exclusionConditions = ({ excluded }: Feed, bind: Bind): string[] =>
  excluded ? [`opportunity.search_text NOT LIKE ALL(${bind(excluded.map(patternOf))}::text[])`] : [];

const patternOf = (piece: string): string => `%${piece.replace(/[\\%_]/g, '\\$&')}%`;

export const fieldConditions = (feed: Feed, bind: Bind): string[] => [
  ...isOneOf('opportunity.id', 'uuid', feed.ids, bind),
  ...isOneOf('opportunity.source', 'text', sourcesOf(feed), bind),
  ...isOneOf('opportunity.product_id', 'uuid', feed.productIds, bind),
  ...isOneOf('opportunity.country', 'text', feed.countries, bind),
  ...isOneOf('opportunity.industry', 'text', feed.industries, bind),
  ...isOneOf('opportunity.sentiment', 'text', feed.sentiments, bind),
  ...(feed.hasBuyingSignal === null ? [] : [`opportunity.has_buying_signal = ${bind(feed.hasBuyingSignal)}`]),
  ...(feed.minRating === null ? [] : [`opportunity.rating >= ${bind(feed.minRating)}`]),
  ...(feed.maxRating === null ? [] : [`opportunity.rating <= ${bind(feed.maxRating)}`]),
  ...exclusionConditions(feed, bind),
];

/** The condition that the score is high enough, on the column that an index has in front of the order. */
export const scoreConditions = ({ minScore }: Feed, { score }: OrderColumns, bind: Bind): string[] =>
  minScore === null ? [] : [`${score} >= ${bind(minScore)}`];

export function tierConditions(feed: Feed, { frustrationRank }: OrderColumns, bind: Bind): string[] {
  const ranks = feed.tiers && RANKS.filter(({ tier }) => feed.tiers?.includes(tier)).map(({ rank }) => rank);
  return isOneOf(frustrationRank, 'smallint', ranks, bind);
}

/**
 * No text is dated after its detection. The conditions that follow from this let PostgreSQL start at the right position
 * of an order by the other date.
 */
export const dateConditions = (feed: Feed, { createdAt, datedAt }: OrderColumns, bind: Bind): string[] => [
  ...after(feed.createdAfter, [createdAt], bind),
  ...before(feed.createdBefore, isByOwnDate(feed) ? [createdAt, datedAt] : [createdAt], bind),
  ...(feed.publishedAfter || feed.publishedBefore ? ['opportunity.published_at IS NOT NULL'] : []),
  ...after(feed.publishedAfter, isByOwnDate(feed) ? [datedAt] : [datedAt, createdAt], bind),
  ...before(feed.publishedBefore, [datedAt], bind),
];

const isByOwnDate = ({ sort }: Feed): boolean => sort === 'published_at' || sort === '-published_at';

const after = (time: Date | null, columns: readonly string[], bind: Bind): string[] =>
  time ? columns.map((column) => `${column} > ${bind(time)}`) : [];

const before = (time: Date | null, columns: readonly string[], bind: Bind): string[] =>
  time ? columns.map((column) => `${column} < ${bind(time)}`) : [];
