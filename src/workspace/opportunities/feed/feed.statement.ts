import {
  type Bind,
  binding,
  isByOwnDate,
  OF_OPPORTUNITY,
  type OrderColumns,
  orderOf,
  placeConditions,
  RANKS,
  selectListOf,
  type Statement,
  whereOf,
} from './feed.order.js';
import type { Where } from './feed.filters.js';
import { conditionsOf, type Feed, isRated, matchesNothing, startsAtTriage, TRIAGE_FILTERS } from './feed.selection.js';

const OF_TRIAGE: OrderColumns = {
  id: 'triage.opportunity_id',
  createdAt: 'triage.opportunity_created_at',
  datedAt: 'triage.opportunity_dated_at',
  dated: ['triage.opportunity_dated_at', 'triage.opportunity_created_at', 'triage.opportunity_id'],
  frustrationRank: 'triage.frustration_rank',
  score: 'triage.opportunity_score',
};

const OF_CANDIDATE: OrderColumns = {
  id: 'candidate.id',
  createdAt: 'candidate.created_at',
  datedAt: 'candidate.dated_at',
  dated: ['candidate.dated_at', 'candidate.created_at', 'candidate.id'],
  frustrationRank: 'candidate.frustration_rank',
  score: 'candidate.score',
};

/** The number of opportunities that are searched for a text that the index cannot find. */
export const SEARCHED_WITHOUT_INDEX = 3_000;

/** The trigram index cannot find shorter texts. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** True for a text without three letters or digits in a row. It is searched in the first opportunities of the feed only. */
export const isSearchedWithoutIndex = ({ q }: Feed): boolean => q?.some((piece) => !INDEXED.test(piece)) ?? false;

/** The SELECT of the ids of a feed, or null when nothing can match. */
export function feedStatement(feed: Feed): Statement | null {
  if (matchesNothing(feed)) return null;
  return isSearchedWithoutIndex(feed) ? searchOfTheFirst(feed) : selectOf(feed);
}

/** Searches only the first opportunities of the feed, so that a rare text does not make PostgreSQL read every row. */
function searchOfTheFirst(feed: Feed): Statement {
  const first = selectOf(searchedPartOf(feed));
  const bind = binding(first.values);
  const text = conditionsOf(feed, whereIn(feed, OF_OPPORTUNITY, bind), (name) => name === 'q');
  const where = whereOf(['opportunity.id = candidate.id', ...text]);
  // Without MATERIALIZED the planner would expect a full page after a few candidates, and read a whole index for them.
  return {
    text: `WITH candidate AS MATERIALIZED (${first.text})
      SELECT candidate.* FROM candidate CROSS JOIN LATERAL (SELECT FROM opportunities opportunity ${where} OFFSET 0) AS hit
      ORDER BY ${orderOf(OF_CANDIDATE, feed.sort)} LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`,
    values: first.values,
  };
}

/** The part of a feed in which a text without an index is searched: after the place, if the feed has one. */
const searchedPartOf = (feed: Feed): Feed => ({ ...feed, q: null, limit: SEARCHED_WITHOUT_INDEX, offset: 0 });

/** The SELECT of the last row in which a text without an index is searched. */
export const lastSearchedStatement = (feed: Feed): Statement =>
  selectOf({ ...searchedPartOf(feed), limit: 1, offset: SEARCHED_WITHOUT_INDEX - 1 });

/**
 * Contains only the requested conditions, so that the planner can plan each combination of filters separately. Returns
 * the columns of the order with the id.
 */
function selectOf(feed: Feed): Statement {
  const values: unknown[] = [];
  const bind = binding(values);
  // A feed that starts at the triage uses the triage's own indexes for order and tier.
  const from = startsAtTriage(feed)
    ? {
        tables: 'opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = triage.opportunity_id',
        ...OF_TRIAGE,
      }
    : { tables: 'opportunities opportunity', ...OF_OPPORTUNITY };
  const context = whereIn(feed, from, bind);
  const where = [
    ...conditionsOf(feed, context, (name) => name !== 'frustration_tier' && !TRIAGE_FILTERS.has(name)),
    ...triageConditions(feed, context),
    ...placeConditions(feed, from, bind),
  ];
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  const select = (more: string[]): string =>
    `SELECT ${selectListOf(from, feed.sort)}
     FROM ${from.tables} ${whereOf([...where, ...more])} ORDER BY ${orderOf(from, feed.sort)}`;
  if (feed.sort !== '-frustration' || !isRated(feed)) {
    const tiers = conditionsOf(feed, context, (name) => name === 'frustration_tier');
    return { text: `${select(tiers)} ${page}`, values };
  }
  // Ratings correlate with tiers. With one SELECT for each tier the planner can estimate how many rows of the tier have
  // the rating. PostgreSQL executes limited SELECTs of a UNION ALL in this order, and stops when the page is full.
  const depth = bind(feed.limit + feed.offset);
  const arms = RANKS.filter(({ tier }) => feed.frustration_tier?.includes(tier) ?? true)
    .reverse()
    .map(({ rank }) => {
      // The planner knows correlations only between columns of one table, so both tables get the condition.
      const columns = new Set([from.frustrationRank, OF_OPPORTUNITY.frustrationRank]);
      const ofTier = [...columns].map((column) => `${column} = ${rank}`);
      return `(${select(ofTier)} LIMIT ${depth})`;
    });
  return {
    text: `SELECT * FROM (${arms.join(' UNION ALL ')}) AS by_tier ${page}`,
    values,
  };
}

/** What the conditions of a feed need in a statement with these columns. */
const whereIn = ({ teamId, sort }: Feed, columns: OrderColumns, bind: Bind): Where => ({
  ...{ bind, teamId, columns, isByOwnDate: isByOwnDate(sort), status: 'triage.status' },
});

/** Conditions on the triage: on the rows at which the feed starts, or else that no row excludes the opportunity. */
function triageConditions(feed: Feed, where: Where): string[] {
  const fits = conditionsOf(feed, where, (name) => TRIAGE_FILTERS.has(name));
  if (fits.length === 0) return [];
  const team = `triage.team_id = ${where.bind(feed.teamId)}`;
  if (startsAtTriage(feed)) return [team, ...fits];
  // The date is the same in both tables. With this condition the index of the triage is sufficient.
  const unfit = `SELECT FROM opportunity_triage triage
    WHERE ${team} AND triage.opportunity_created_at = opportunity.created_at AND triage.opportunity_id = opportunity.id
      AND NOT (${fits.join(' AND ')})`;
  return [`NOT EXISTS (${unfit})`];
}
