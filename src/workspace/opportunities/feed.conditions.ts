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

/** Any listing's order among opportunities of one tier. */
export function orderOf({ createdAt, id }: OrderColumns, sort: OpportunitySort): string {
  const direction = sort === 'created_at' ? 'ASC' : 'DESC';
  return `${createdAt} ${direction}, ${id} ${direction}`;
}

export const isRated = (feed: Feed): boolean => feed.minRating !== null || feed.maxRating !== null;

/** Only reviews have ratings. */
export const sourcesOf = (feed: Feed): readonly OpportunitySource[] | null =>
  isRated(feed) ? (feed.sources ?? ['review']).filter((source) => source === 'review') : feed.sources;

/** Every rating between the bounds, as the database writes it: ratings have one decimal. */
export function ratingsOf(feed: Feed): string[] | null {
  if (!isRated(feed)) return null;
  const { minRating, maxRating } = feed;
  return RATINGS.filter((rating) => rating >= (minRating ?? 0) && rating <= (maxRating ?? 5)).map((rating) =>
    rating.toFixed(1),
  );
}
const RATINGS = Array.from({ length: 51 }, (_, tenths) => tenths / 10);

/** Whether the filters exclude each other, whatever opportunities there are. */
export const isVoid = (feed: Feed): boolean =>
  [sourcesOf(feed), feed.productIds, ratingsOf(feed)].some((wanted) => wanted?.length === 0);

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

export const textConditions = ({ pieces }: Feed, bind: Bind): string[] =>
  pieces ? [`(${pieces.map((piece) => `strpos(opportunity.search_text, ${bind(piece)}) <> 0`).join(' OR ')})`] : [];

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
