import {
  FRUSTRATION_TIERS,
  type OpportunitySort,
  type OpportunitySource,
  type OpportunityStatus,
} from './opportunity.vocabulary.js';

/** What a listing asks for; a list means "one of these", null means "whatever". */
export interface Feed {
  teamId: string;
  statuses: readonly OpportunityStatus[] | null;
  viewed: boolean | null;
  sources: readonly OpportunitySource[] | null;
  productIds: readonly string[] | null;
  tiers: readonly string[] | null;
  hasBuyingSignal: boolean | null;
  minRating: number | null;
  maxRating: number | null;
  /** Folded to lower case, like the columns they are compared with. */
  countries: readonly string[] | null;
  industries: readonly string[] | null;
  pieces: readonly string[] | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  sort: OpportunitySort;
  limit: number;
  offset: number;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** Where the columns of the listing's order stand. */
export interface OrderColumns {
  id: string;
  createdAt: string;
  frustrationRank: string;
}

export const OF_OPPORTUNITY: OrderColumns = {
  id: 'opportunity.id',
  createdAt: 'opportunity.created_at',
  frustrationRank: 'opportunity.frustration_rank',
};

/** Frustration tiers as the listing orders them. */
export const RANKS = FRUSTRATION_TIERS.map((tier, index) => ({ tier, rank: index + 1 }));

export type Bind = (value: unknown) => string;

/** Adds a value to a statement's and gives back its placeholder. */
export const binding =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

export const whereOf = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/** The order of a listing; those of one tier stand the newest first. */
export function orderOf({ createdAt, id, frustrationRank }: OrderColumns, sort: OpportunitySort): string {
  if (sort === 'created_at') return `${createdAt}, ${id}`;
  const newest = `${createdAt} DESC, ${id} DESC`;
  return sort === '-frustration' ? `${frustrationRank} DESC, ${newest}` : newest;
}

export const isRated = (feed: Feed): boolean => feed.minRating !== null || feed.maxRating !== null;

/** Only reviews have ratings. */
const sourcesOf = (feed: Feed): readonly OpportunitySource[] | null =>
  isRated(feed) ? (feed.sources ?? ['review']).filter((source) => source === 'review') : feed.sources;

/** Whether the filters exclude each other, whatever opportunities there are. */
export const isVoid = (feed: Feed): boolean =>
  [sourcesOf(feed), feed.productIds].some((wanted) => wanted?.length === 0) ||
  (feed.minRating ?? 0) > (feed.maxRating ?? 5);

/**
 * The team's triage has rows only for what the team touched, so a filter that lets untouched ones through cannot begin
 * there; any other does.
 */
export const beginsAtTriage = ({ statuses, viewed }: Feed): boolean =>
  viewed === true || (statuses !== null && !statuses.includes('new'));

/** `column` has one of the wanted values, where any are wanted. */
export function isOneOf(column: string, type: string, wanted: readonly unknown[] | null, bind: Bind): string[] {
  if (!wanted) return [];
  const [only] = wanted;
  return [wanted.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(wanted)}::${type}[])`];
}

/** Every character of a piece is literal. LIKE, because PostgreSQL estimates how many texts match and has an index for it. */
export const textConditions = ({ pieces }: Feed, bind: Bind): string[] =>
  pieces ? [`(${pieces.map((piece) => `opportunity.search_text LIKE ${bind(patternOf(piece))}`).join(' OR ')})`] : [];

const patternOf = (piece: string): string => `%${piece.replace(/[\\%_]/g, '\\$&')}%`;

export const fieldConditions = (feed: Feed, bind: Bind): string[] => [
  ...isOneOf('opportunity.source', 'text', sourcesOf(feed), bind),
  ...isOneOf('opportunity.product_id', 'uuid', feed.productIds, bind),
  ...isOneOf('opportunity.country', 'text', feed.countries, bind),
  ...isOneOf('opportunity.industry', 'text', feed.industries, bind),
  ...(feed.hasBuyingSignal === null ? [] : [`opportunity.has_buying_signal = ${bind(feed.hasBuyingSignal)}`]),
  ...(feed.minRating === null ? [] : [`opportunity.rating >= ${bind(feed.minRating)}`]),
  ...(feed.maxRating === null ? [] : [`opportunity.rating <= ${bind(feed.maxRating)}`]),
];

export function tierConditions(feed: Feed, { frustrationRank }: OrderColumns, bind: Bind): string[] {
  const ranks = feed.tiers && RANKS.filter(({ tier }) => feed.tiers?.includes(tier)).map(({ rank }) => rank);
  return isOneOf(frustrationRank, 'smallint', ranks, bind);
}

export const momentConditions = (feed: Feed, { createdAt }: OrderColumns, bind: Bind): string[] => [
  ...(feed.createdAfter ? [`${createdAt} > ${bind(feed.createdAfter)}`] : []),
  ...(feed.createdBefore ? [`${createdAt} < ${bind(feed.createdBefore)}`] : []),
];
