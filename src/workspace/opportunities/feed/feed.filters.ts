import { FRUSTRATION_TIERS, SENTIMENTS } from '#analysis/analysis.types.js';
import type { FrustrationTier } from '#analysis/analysis.types.js';
import { type Need, NEEDS } from '#analysis/needs/need.patterns.js';
import { mayBeShown } from '#workspace/enrichment/suppression.condition.js';
import { AnyId, AnyIdOr, AnyOf, AnyText, TimeQuery, Within, YesOrNo } from '#platform/operations/filters.js';
import {
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  type OpportunitySource,
  type OpportunityStatus,
  type Reach,
  REACHES,
} from '../opportunity.vocabulary.js';
import { folded } from '../opportunity.folding.js';
import { type Bind, isOneOf, type OrderColumns, RANKS } from './feed.order.js';

/** The values of an opportunity that filters read. Texts are folded. */
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
  reach: Reach;
  /** Null for a problem without a need. */
  signal: string | null;
  created_at: Date;
  /** Null for a text without a date. */
  published_at: Date | null;
  /** The own date of the text, at the latest the time of detection. */
  dated_at: Date;
}

/** The SELECT list of a `Matchable`. */
export const MATCHABLE = `id, source, product_id, frustration_tier, sentiment, has_buying_signal, rating::float8 AS rating, score,
  reach, signal, country, industry, search_text, created_at, published_at, dated_at`;

/** The values of a team's work on an opportunity that filters read. */
export interface TeamState {
  status: OpportunityStatus;
  viewed: boolean;
  revealed: boolean;
  assignee_id: string | null;
  is_snoozed: boolean;
}

/** What the conditions of a statement need beside the wanted value. */
export interface Where {
  bind: Bind;
  teamId: string;
  /** The names of the columns that indexes have in front of an order. */
  columns: OrderColumns;
  /** Whether the statement is ordered by the own date of the texts. */
  isByOwnDate: boolean;
  /** The SQL of the status that the team gave the opportunity. */
  status: string;
}

/** How saved searches are filed by the wanted values of a filter, so that an opportunity is compared with few searches. */
interface Part<Wanted> {
  /** The place among the filters by how few opportunities a value has: 1 has the fewest. */
  rank: number;
  /** The values of which a fitting opportunity has one. */
  of(this: void, wanted: Wanted): readonly string[];
  /** The value of an opportunity. */
  in(this: void, opportunity: Matchable): string | null;
  /** An opportunity has the values that its text contains. */
  isText?: true;
}

/** One filter of the feed: all that the listing, the matching of saved searches and their index know about it. */
interface Filter<Sent, Wanted, Of = Matchable> {
  /** The rules and the description of the query parameter. */
  parameter: PropertyDecorator;
  /** The wanted value. Null does not filter. @param sent at least one value of the parameter */
  wanted(sent: Sent[]): Wanted | null;
  /** The conditions of a statement with the tables `opportunity` and, for a filter of the triage, `triage`. */
  sql(this: void, wanted: Wanted, where: Where): string[];
  /** Decides like the SQL. */
  matches(this: void, wanted: Wanted, of: Of): boolean;
  /** Reads what a team did with the opportunity: its triage, or something else. */
  reads?: 'triage' | 'unlocks' | 'people';
  part?: Part<Wanted>;
}

/** The words of the filter by assignee. `me` is replaced by the person before a feed is read. */
export const ME = 'me';
export const NOBODY = 'none';

interface Assignees {
  ids: string[];
  orNobody: boolean;
}

type TextColumn = 'id' | 'source' | 'product_id' | 'sentiment' | 'reach' | 'signal' | 'country' | 'industry';

const whole = <Sent>(sent: Sent[]): Sent[] => sent;

/** The value of a repeated boolean parameter. Null, which does not filter, when both values are given. */
function onlyOne(sent: boolean[]): boolean | null {
  const [first, ...others] = new Set(sent);
  return first === undefined || others.length > 0 ? null : first;
}

/** The folded alternatives. Null, which does not filter, when one of them is blank. */
function foldedTexts(sent: string[]): string[] | null {
  const wanted = [...new Set(sent.map(folded))];
  return wanted.includes('') ? null : wanted;
}

/** A filter with the values of a column, of which an opportunity must have one. */
const column = <Sent extends string>(
  name: TextColumn,
  parameter: PropertyDecorator,
  { type = 'text', rank, wanted = whole }: { type?: string; rank?: number; wanted?: (sent: Sent[]) => Sent[] | null },
): Filter<Sent, Sent[]> => ({
  parameter,
  wanted,
  sql: (values, { bind }) => isOneOf(`opportunity.${name}`, type, values, bind),
  matches: (values, opportunity) => values.some((value) => value === opportunity[name]),
  ...(rank !== undefined && { part: { rank, of: whole, in: (opportunity) => opportunity[name] } }),
});

const earliest = (sent: string[]): Date => new Date(Math.min(...sent.map(Date.parse)));
const latest = (sent: string[]): Date => new Date(Math.max(...sent.map(Date.parse)));
const least = (sent: number[]): number => Math.min(...sent);

const compared = (columns: readonly string[], sign: '<' | '>', time: Date, bind: Bind): string[] =>
  columns.map((each) => `${each} ${sign} ${bind(time)}`);

const rankOf = (tier: string): number => RANKS.find((each) => each.tier === tier)?.rank ?? 0;

const MAX_EXCLUDED = 20;
const PUBLISHED = 'opportunity.published_at IS NOT NULL';
const patternOf = (piece: string): string => `%${piece.replace(/[\\%_]/g, '\\$&')}%`;

const filter = <Sent, Wanted, Of = Matchable>(declared: Filter<Sent, Wanted, Of>) => declared;

/** Every filter, under the name of its query parameter, in the order of the reference. */
export const FILTERS = {
  status: filter<OpportunityStatus, OpportunityStatus[], TeamState>({
    parameter: AnyOf(OPPORTUNITY_STATUSES, 'Status that your team has given it'),
    wanted: (sent) => (new Set(sent).size < OPPORTUNITY_STATUSES.length ? sent : null),
    sql: (wanted, { bind, status }) => isOneOf(status, 'text', wanted, bind),
    matches: (wanted, { status }) => wanted.includes(status),
    reads: 'triage',
  }),
  is_viewed: filter<boolean, boolean, TeamState>({
    parameter: YesOrNo('Viewed by your team'),
    wanted: onlyOne,
    sql: (wanted) => [`triage.viewed_at IS ${wanted ? 'NOT ' : ''}NULL`],
    matches: (wanted, { viewed }) => viewed === wanted,
    reads: 'triage',
  }),
  source: column<OpportunitySource>('source', AnyOf(OPPORTUNITY_SOURCES, 'Where it comes from'), { rank: 6 }),
  product_id: column('product_id', AnyId('The product it is about'), { type: 'uuid', rank: 1 }),
  // The products that the team follows are wanted under `product_id`: see `feedOf`.
  watchlist: filter<boolean, true>({
    parameter: YesOrNo('true: only products your team follows'),
    wanted: (sent) => onlyOne(sent) || null,
    sql: () => [],
    matches: () => true,
  }),
  frustration_tier: filter<string, string[]>({
    parameter: AnyOf(FRUSTRATION_TIERS, 'How frustrated the writer is'),
    wanted: whole,
    sql: (wanted, { columns, bind }) => {
      const ranks = RANKS.filter(({ tier }) => wanted.includes(tier)).map(({ rank }) => rank);
      return isOneOf(columns.frustrationRank, 'smallint', ranks, bind);
    },
    matches: (wanted, opportunity) => wanted.includes(opportunity.frustration_tier),
    part: { rank: 5, of: whole, in: ({ frustration_tier }) => frustration_tier },
  }),
  min_frustration: filter<FrustrationTier, FrustrationTier>({
    parameter: AnyOf(FRUSTRATION_TIERS, 'At least this frustrated'),
    wanted: (sent) => FRUSTRATION_TIERS.find((tier) => sent.includes(tier)) ?? null,
    sql: (wanted, { columns, bind }) => [`${columns.frustrationRank} >= ${bind(rankOf(wanted))}`],
    matches: (wanted, { frustration_tier }) => rankOf(frustration_tier) >= rankOf(wanted),
  }),
  reach: column<Reach>('reach', AnyOf(REACHES, 'How the writer can be found'), {}),
  signal: column<Need>('signal', AnyOf(NEEDS, 'The stated need'), {}),
  sentiment: column('sentiment', AnyOf(SENTIMENTS, 'The tone of the text'), {}),
  has_buying_signal: filter<boolean, boolean>({
    parameter: YesOrNo('Wants to buy, switch or get advice'),
    wanted: onlyOne,
    sql: (wanted, { bind }) => [`opportunity.has_buying_signal = ${bind(wanted)}`],
    matches: (wanted, { has_buying_signal }) => has_buying_signal === wanted,
  }),
  min_rating: filter<number, number>({
    parameter: Within(0, 5, 'Lowest rating; leaves out unrated'),
    wanted: least,
    sql: (wanted, { bind }) => [`opportunity.rating >= ${bind(wanted)}`],
    matches: (wanted, { rating }) => rating !== null && rating >= wanted,
  }),
  max_rating: filter<number, number>({
    parameter: Within(0, 5, 'Highest rating; leaves out unrated'),
    wanted: (sent) => Math.max(...sent),
    sql: (wanted, { bind }) => [`opportunity.rating <= ${bind(wanted)}`],
    matches: (wanted, { rating }) => rating !== null && rating <= wanted,
  }),
  min_score: filter<number, number>({
    parameter: Within(0, 100, 'Lowest score'),
    // Scores are whole numbers.
    wanted: (sent) => Math.ceil(least(sent)),
    sql: (wanted, { columns, bind }) => [`${columns.score} >= ${bind(wanted)}`],
    matches: (wanted, { score }) => score >= wanted,
  }),
  country: column('country', AnyText('Country, in any case'), {
    ...{ rank: 3, wanted: foldedTexts },
  }),
  industry: column('industry', AnyText('Industry, in any case'), { rank: 4, wanted: foldedTexts }),
  q: filter<string, string[]>({
    parameter: AnyText('Part of the text, title, person, company or product, in any case'),
    wanted: foldedTexts,
    // Uses LIKE, because PostgreSQL has an index for it and estimates how many texts match.
    sql: (wanted, { bind }) => [
      `(${wanted.map((piece) => `opportunity.search_text LIKE ${bind(patternOf(piece))}`).join(' OR ')})`,
    ],
    matches: (wanted, { search_text }) => wanted.some((piece) => search_text.includes(piece)),
    part: { rank: 2, of: whole, in: ({ search_text }) => search_text, isText: true },
  }),
  exclude: filter<string, string[]>({
    parameter: AnyText('Leaves out what contains any of these, compared like `q`', MAX_EXCLUDED),
    // A blank text excludes nothing.
    wanted: (sent) => {
      const unwanted = [...new Set(sent.map(folded))].filter((text) => text !== '');
      return unwanted.length === 0 ? null : unwanted;
    },
    sql: (wanted, { bind }) => [`opportunity.search_text NOT LIKE ALL(${bind(wanted.map(patternOf))}::text[])`],
    matches: (wanted, { search_text }) => !wanted.some((piece) => search_text.includes(piece)),
  }),
  is_revealed: filter<boolean, boolean, TeamState>({
    parameter: YesOrNo('Whether your team has unlocked any of it'),
    wanted: onlyOne,
    // An unlock counts while the person may be shown.
    sql: (wanted, { bind, teamId }) => [
      `${wanted ? '' : 'NOT '}EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = ${bind(teamId)}
         AND unlocks.opportunity_id = opportunity.id AND unlocks.outcome = 'found'
         AND ${mayBeShown('unlocks.identity_keys', 'unlocks.team_id')})`,
    ],
    matches: (wanted, { revealed }) => revealed === wanted,
    reads: 'unlocks',
  }),
  assignee: filter<string, Assignees, TeamState>({
    parameter: AnyIdOr([ME, NOBODY], `Who has it: ${ME}, ${NOBODY}, or the ids of members`),
    wanted: (sent) => ({ ids: sent.filter((each) => each !== NOBODY), orNobody: sent.includes(NOBODY) }),
    sql: ({ ids, orNobody }, { bind, teamId }) => {
      const assigned = (is: string): string =>
        `(SELECT opportunity_id FROM opportunity_triage WHERE team_id = ${bind(teamId)} AND assignee_id ${is})`;
      const ways = [
        ...(ids.length > 0 ? [`opportunity.id IN ${assigned(`= ANY(${bind(ids)}::uuid[])`)}`] : []),
        ...(orNobody ? [`opportunity.id NOT IN ${assigned('IS NOT NULL')}`] : []),
      ];
      return [`(${ways.join(' OR ')})`];
    },
    matches: ({ ids, orNobody }, { assignee_id }) => (assignee_id === null ? orNobody : ids.includes(assignee_id)),
    reads: 'people',
  }),
  snoozed: filter<boolean, boolean, TeamState>({
    parameter: YesOrNo(
      'true: only what your team has put off. Lists by page or cursor leave it out, unless they name it',
    ),
    wanted: onlyOne,
    sql: (wanted, { bind, teamId }) => [
      `opportunity.id ${wanted ? '= ANY' : '<> ALL'}(ARRAY(
         SELECT opportunity_id FROM opportunity_triage WHERE team_id = ${bind(teamId)} AND snoozed_until > now()))`,
    ],
    matches: (wanted, { is_snoozed }) => is_snoozed === wanted,
    reads: 'people',
  }),
  ids: column('id', AnyId('Only these opportunities: the parameter repeated, or the ids with commas'), {
    type: 'uuid',
  }),
  // No text is dated after its detection. The conditions that follow from this let PostgreSQL start at the right place of an
  // order by the other date.
  created_after: filter<string, Date>({
    parameter: TimeQuery('Detected after'),
    wanted: earliest,
    sql: (wanted, { columns, bind }) => compared([columns.createdAt], '>', wanted, bind),
    matches: (wanted, { created_at }) => created_at > wanted,
  }),
  created_before: filter<string, Date>({
    parameter: TimeQuery('Detected before'),
    wanted: latest,
    sql: (wanted, { columns: { createdAt, datedAt }, isByOwnDate, bind }) =>
      compared(isByOwnDate ? [createdAt, datedAt] : [createdAt], '<', wanted, bind),
    matches: (wanted, { created_at }) => created_at < wanted,
  }),
  published_after: filter<string, Date>({
    parameter: TimeQuery('Published after; leaves out undated texts'),
    wanted: earliest,
    sql: (wanted, { columns: { createdAt, datedAt }, isByOwnDate, bind }) => [
      PUBLISHED,
      ...compared(isByOwnDate ? [datedAt] : [datedAt, createdAt], '>', wanted, bind),
    ],
    matches: (wanted, { published_at, dated_at }) => published_at !== null && dated_at > wanted,
  }),
  published_before: filter<string, Date>({
    parameter: TimeQuery('Published before; leaves out undated texts'),
    wanted: latest,
    sql: (wanted, { columns, bind }) => [PUBLISHED, ...compared([columns.datedAt], '<', wanted, bind)],
    matches: (wanted, { published_at, dated_at }) => published_at !== null && dated_at < wanted,
  }),
};

type Filters = typeof FILTERS;
export type FilterName = keyof Filters;

/** The pairs of filters that bound a range. */
export const FILTER_RANGES = [
  ['min_rating', 'max_rating'],
  ['created_after', 'created_before'],
  ['published_after', 'published_before'],
] as const satisfies [FilterName, FilterName][];

/** The values of the query parameters, as validated. */
export type SentFilters = { [Name in FilterName]?: Parameters<Filters[Name]['wanted']>[0] };

/** The wanted values. A list means "one of these", null means "any". */
export type WantedValues = { [Name in FilterName]: ReturnType<Filters[Name]['wanted']> };

/** All filters with their names. */
export const ALL_FILTERS = Object.entries(FILTERS) as [FilterName, Filter<unknown, unknown, unknown>][];
