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
  const conditions = conditionsOf(feed, bind);
  const triage = triageOf(feed, bind);
  if (!conditions || !triage) return null;
  const from = `opportunities opportunity ${triage.join}`;
  const where = [...conditions, ...triage.conditions];
  const createdAt = triage.join ? 'triage.opportunity_created_at' : 'opportunity.created_at';
  const id = triage.join ? 'triage.opportunity_id' : 'opportunity.id';
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  if (feed.sort !== '-frustration') {
    const direction = feed.sort === 'created_at' ? 'ASC' : 'DESC';
    const text = `SELECT ${id} AS id FROM ${from} ${whereOf(where)} ORDER BY ${createdAt} ${direction}, ${id} ${direction} ${page}`;
    return { text, values };
  }
  // One arm for each tier: the planner then knows how many of the tier match, instead of walking through all above it.
  const depth = bind(feed.limit + feed.offset);
  const arms = RANKS.filter(({ tier }) => feed.tiers?.includes(tier) ?? true).map(
    ({ rank }) => `(SELECT ${id} AS id, ${createdAt} AS created_at, ${rank} AS rank FROM ${from}
      ${whereOf([...where, `opportunity.frustration_rank = ${rank}`])} ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${depth})`,
  );
  return {
    text: `SELECT id FROM (${arms.join(' UNION ALL ')}) AS ranked ORDER BY rank DESC, created_at DESC, id DESC ${page}`,
    values,
  };
}

const whereOf = (conditions: string[]): string => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '');

type Bind = (value: unknown) => string;

function conditionsOf(feed: Feed, bind: Bind): string[] | null {
  const rated = feed.minRating !== null || feed.maxRating !== null;
  // Only reviews have ratings.
  const sources = rated ? (feed.sources ?? ['review']).filter((source) => source === 'review') : feed.sources;
  if (sources?.length === 0 || feed.productIds?.length === 0) return null;
  const conditions: string[] = [];
  const oneOf = (column: string, type: string, wanted: readonly unknown[] | null): void => {
    if (!wanted) return;
    const [only] = wanted;
    conditions.push(
      wanted.length === 1
        ? `opportunity.${column} = ${bind(only)}`
        : `opportunity.${column} = ANY(${bind(wanted)}::${type}[])`,
    );
  };
  oneOf('source', 'text', sources);
  oneOf('product_id', 'uuid', feed.productIds);
  oneOf('country', 'text', feed.countries);
  oneOf('industry', 'text', feed.industries);
  if (feed.sort !== '-frustration') {
    const ranks = feed.tiers && RANKS.filter(({ tier }) => feed.tiers?.includes(tier)).map(({ rank }) => rank);
    oneOf('frustration_rank', 'smallint', ranks);
  }
  if (feed.hasBuyingSignal !== null) conditions.push(`opportunity.has_buying_signal = ${bind(feed.hasBuyingSignal)}`);
  if (feed.minRating !== null) conditions.push(`opportunity.rating >= ${bind(feed.minRating)}`);
  if (feed.maxRating !== null) conditions.push(`opportunity.rating <= ${bind(feed.maxRating)}`);
  if (feed.createdAfter) conditions.push(`opportunity.created_at > ${bind(feed.createdAfter)}`);
  if (feed.createdBefore) conditions.push(`opportunity.created_at < ${bind(feed.createdBefore)}`);
  if (feed.pieces) {
    const likes = feed.pieces.map((piece) => `opportunity.search_text LIKE ${bind(`%${escapeLike(piece)}%`)}`);
    conditions.push(`(${likes.join(' OR ')})`);
  }
  return conditions;
}

/**
 * The team's triage has rows only for what the team touched. A filter that lets untouched ones through excludes the
 * rows that do not fit; any other begins at the rows that do.
 */
function triageOf(feed: Feed, bind: Bind): { join: string; conditions: string[] } | null {
  const { statuses, viewed } = feed;
  const fits: string[] = [];
  if (statuses && statuses.length < OPPORTUNITY_STATUSES.length) {
    fits.push(`triage.status = ANY(${bind(statuses)}::text[])`);
  }
  if (viewed !== null) fits.push(`triage.viewed_at IS ${viewed ? 'NOT ' : ''}NULL`);
  if (fits.length === 0) return { join: '', conditions: [] };
  const team = `triage.team_id = ${bind(feed.teamId)}`;
  const letsUntouchedThrough = (statuses?.includes('new') ?? true) && viewed !== true;
  if (!letsUntouchedThrough) {
    return {
      join: `JOIN opportunity_triage triage ON triage.opportunity_id = opportunity.id`,
      conditions: [team, ...fits],
    };
  }
  return {
    join: '',
    conditions: [
      `NOT EXISTS (SELECT FROM opportunity_triage triage
         WHERE ${team} AND triage.opportunity_id = opportunity.id AND NOT (${fits.join(' AND ')}))`,
    ],
  };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
