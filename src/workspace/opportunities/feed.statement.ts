import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_STATUSES,
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

const RANKS = FRUSTRATION_TIERS.map((tier, index) => ({ tier, rank: index + 1 }));

/**
 * The SELECT of a feed's ids, or null where nothing can match. Only conditions that are asked for stand in it, so that
 * the planner sees each combination as what it is.
 */
export function feedStatement(feed: Feed): Statement | null {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const triage = triageOf(feed, bind);
  // A feed that begins at the team's triage finds order and tier there, and reads them off the triage's own indexes.
  const from = triage.begins
    ? {
        tables: 'opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = triage.opportunity_id',
        ...OF_TRIAGE,
      }
    : { tables: 'opportunities opportunity', ...OF_OPPORTUNITY };
  const conditions = conditionsOf(feed, from, bind);
  if (!conditions) return null;
  const where = [...conditions, ...triage.conditions];
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  const select = (more: string[], first: string[] = [], direction: 'ASC' | 'DESC' = 'DESC'): string => {
    const order = [...first, from.createdAt, from.id].map((column) => `${column} ${direction}`).join(', ');
    return `SELECT ${from.id} AS id FROM ${from.tables} ${whereOf([...where, ...more])} ORDER BY ${order}`;
  };
  if (feed.sort !== '-frustration') {
    return { text: `${select([], [], feed.sort === 'created_at' ? 'ASC' : 'DESC')} ${page}`, values };
  }
  if (!hasArms(feed)) return { text: `${select([], [from.frustrationRank])} ${page}`, values };
  // An arm for each tier, so that the planner knows how many of that tier fit. An append of limited arms runs them in
  // this order (they cannot run in parallel) and none after the page is full.
  const depth = bind(feed.limit + feed.offset);
  const arms = RANKS.filter(({ tier }) => feed.tiers?.includes(tier) ?? true)
    .reverse()
    .map(({ rank }) => {
      const ofTier = [`${from.frustrationRank} = ${rank}`];
      // Ratings go with tiers, but the planner knows that of one table only.
      if (triage.begins && isRated(feed)) ofTier.push(`${OF_OPPORTUNITY.frustrationRank} = ${rank}`);
      return `(${select(ofTier)} LIMIT ${depth})`;
    });
  return { text: `SELECT id FROM (${arms.join(' UNION ALL ')}) AS by_tier ${page}`, values };
}

/** Where the columns of the listing's order stand. */
interface OrderColumns {
  id: string;
  createdAt: string;
  frustrationRank: string;
}

const OF_OPPORTUNITY: OrderColumns = {
  id: 'opportunity.id',
  createdAt: 'opportunity.created_at',
  frustrationRank: 'opportunity.frustration_rank',
};
const OF_TRIAGE: OrderColumns = {
  id: 'triage.opportunity_id',
  createdAt: 'triage.opportunity_created_at',
  frustrationRank: 'triage.frustration_rank',
};

const whereOf = (conditions: string[]): string => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '');

type Bind = (value: unknown) => string;

function conditionsOf(feed: Feed, from: OrderColumns, bind: Bind): string[] | null {
  // Only reviews have ratings.
  const sources = isRated(feed) ? (feed.sources ?? ['review']).filter((source) => source === 'review') : feed.sources;
  if (sources?.length === 0 || feed.productIds?.length === 0) return null;
  const conditions: string[] = [];
  const isOneOf = (column: string, type: string, wanted: readonly unknown[] | null): string | null => {
    if (!wanted) return null;
    const [only] = wanted;
    return wanted.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(wanted)}::${type}[])`;
  };
  const rare = (condition: string | null): void => {
    if (condition) conditions.push(condition);
  };
  // What many opportunities share is compared where a text is looked for: an index would hand over a hundred thousand
  // of them to spare a look at a few. IS TRUE keeps the planner's estimate and leaves the index out.
  const frequent = (condition: string | null): void => {
    if (condition) conditions.push(feed.pieces ? `(${condition}) IS TRUE` : condition);
  };
  // The index that hands them over by frustration begins at the tier and the rating.
  const byRank = feed.sort === '-frustration' ? rare : frequent;
  frequent(isOneOf('opportunity.source', 'text', sources));
  rare(isOneOf('opportunity.product_id', 'uuid', feed.productIds));
  rare(isOneOf('opportunity.country', 'text', feed.countries));
  rare(isOneOf('opportunity.industry', 'text', feed.industries));
  if (!hasArms(feed)) {
    const ranks = feed.tiers && RANKS.filter(({ tier }) => feed.tiers?.includes(tier)).map(({ rank }) => rank);
    byRank(isOneOf(from.frustrationRank, 'smallint', ranks));
  }
  if (feed.hasBuyingSignal !== null) frequent(`opportunity.has_buying_signal = ${bind(feed.hasBuyingSignal)}`);
  if (feed.minRating !== null) byRank(`opportunity.rating >= ${bind(feed.minRating)}`);
  if (feed.maxRating !== null) byRank(`opportunity.rating <= ${bind(feed.maxRating)}`);
  if (feed.createdAfter) conditions.push(`${from.createdAt} > ${bind(feed.createdAfter)}`);
  if (feed.createdBefore) conditions.push(`${from.createdAt} < ${bind(feed.createdBefore)}`);
  if (feed.pieces) {
    // The first is quick to compare, the second is what the index of trigrams can answer.
    const found = feed.pieces.map(
      (piece) =>
        `strpos(opportunity.search_text, ${bind(piece)}) <> 0 AND opportunity.search_text LIKE ${bind(thinned(piece))}`,
    );
    conditions.push(`(${found.join(' OR ')})`);
  }
  return conditions;
}

/**
 * The team's triage has rows only for what the team touched. A filter that lets untouched ones through excludes the
 * rows that do not fit; any other begins at the rows that do.
 */
function triageOf(feed: Feed, bind: Bind): { begins: boolean; conditions: string[] } {
  const { statuses, viewed } = feed;
  const fits: string[] = [];
  if (statuses && statuses.length < OPPORTUNITY_STATUSES.length) {
    const [only] = statuses;
    fits.push(
      statuses.length === 1 ? `triage.status = ${bind(only)}` : `triage.status = ANY(${bind(statuses)}::text[])`,
    );
  }
  if (viewed !== null) fits.push(`triage.viewed_at IS ${viewed ? 'NOT ' : ''}NULL`);
  if (fits.length === 0) return { begins: false, conditions: [] };
  const team = `triage.team_id = ${bind(feed.teamId)}`;
  const letsUntouchedThrough = (statuses?.includes('new') ?? true) && viewed !== true;
  if (!letsUntouchedThrough) return { begins: true, conditions: [team, ...fits] };
  // The moment is the same in both; to ask for it lets the triage's index answer alone.
  const unfit = `SELECT FROM opportunity_triage triage
    WHERE ${team} AND triage.opportunity_created_at = opportunity.created_at AND triage.opportunity_id = opportunity.id
      AND NOT (${fits.join(' AND ')})`;
  return { begins: false, conditions: [`NOT EXISTS (${unfit})`] };
}

/**
 * By frustration a feed is read tier by tier. To look for a piece of text is dear, though, so that is done once, unless a
 * rating decides which tiers there can be.
 */
const hasArms = (feed: Feed): boolean => feed.sort === '-frustration' && (!feed.pieces || isRated(feed));

const isRated = (feed: Feed): boolean => feed.minRating !== null || feed.maxRating !== null;

/**
 * A pattern that fits every text with `piece` and needs a third of its trigrams. The index of trigrams reads a list for
 * each, the lists of everyday words are long, and a few trigrams leave hardly more texts to compare.
 */
function thinned(piece: string): string {
  const words = piece.match(/[\p{L}\p{N}]{3,}/gu);
  if (!words) return `%${escapeLike(piece)}%`;
  return `%${words.flatMap((word) => word.match(/.{3}(?:.{1,2}$)?/gu) ?? []).join('%')}%`;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
