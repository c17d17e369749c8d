import { mayBeShown } from '#workspace/enrichment/suppression.condition.js';
import {
  startsAtTriage,
  type Bind,
  binding,
  type Feed,
  fieldConditions,
  isOneOf,
  isRated,
  matchesNothing,
  dateConditions,
  OF_OPPORTUNITY,
  type OrderColumns,
  orderOf,
  placeConditions,
  RANKS,
  scoreConditions,
  selectListOf,
  type Statement,
  textConditions,
  tierConditions,
  whereOf,
} from './feed.conditions.js';
import { OPPORTUNITY_STATUSES } from '../opportunity.vocabulary.js';

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
export const isSearchedWithoutIndex = ({ pieces }: Feed): boolean =>
  pieces?.some((piece) => !INDEXED.test(piece)) ?? false;

/** The SELECT of the ids of a feed, or null when nothing can match. */
export function feedStatement(feed: Feed): Statement | null {
  if (matchesNothing(feed)) return null;
  return isSearchedWithoutIndex(feed) ? searchOfTheFirst(feed) : selectOf(feed);
}

/** Searches only the first opportunities of the feed, so that a rare text does not make PostgreSQL read every row. */
function searchOfTheFirst(feed: Feed): Statement {
  const first = selectOf(searchedPartOf(feed));
  const bind = binding(first.values);
  const where = whereOf(['opportunity.id = candidate.id', ...textConditions(feed, bind)]);
  // Without MATERIALIZED the planner would expect a full page after a few candidates, and read a whole index to find
  // them.
  return {
    text: `WITH candidate AS MATERIALIZED (${first.text})
      SELECT candidate.* FROM candidate CROSS JOIN LATERAL (SELECT FROM opportunities opportunity ${where} OFFSET 0) AS hit
      ORDER BY ${orderOf(OF_CANDIDATE, feed.sort)} LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`,
    values: first.values,
  };
}

/** The part of a feed in which a text without an index is searched: after the position, if the feed has one. */
const searchedPartOf = (feed: Feed): Feed => ({ ...feed, pieces: null, limit: SEARCHED_WITHOUT_INDEX, offset: 0 });

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
  const where = [
    ...textConditions(feed, bind),
    ...fieldConditions(feed, bind),
    ...dateConditions(feed, from, bind),
    ...scoreConditions(feed, from, bind),
    ...triageConditions(feed, bind),
    ...unlockConditions(feed, bind),
    ...placeConditions(feed, from, bind),
  ];
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  const select = (more: string[]): string =>
    `SELECT ${selectListOf(from, feed.sort)}
     FROM ${from.tables} ${whereOf([...where, ...more])} ORDER BY ${orderOf(from, feed.sort)}`;
  if (feed.sort !== '-frustration' || !isRated(feed)) {
    return { text: `${select(tierConditions(feed, from, bind))} ${page}`, values };
  }
  // Ratings correlate with tiers. With one SELECT for each tier the planner can estimate how many rows of the tier have
  // the rating. PostgreSQL executes limited SELECTs of a UNION ALL in this order, and stops when the page is full.
  const depth = bind(feed.limit + feed.offset);
  const arms = RANKS.filter(({ tier }) => feed.tiers?.includes(tier) ?? true)
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

/** Conditions on the triage: on the rows at which the feed starts, or else that no row excludes the opportunity. */
function triageConditions(feed: Feed, bind: Bind): string[] {
  const { statuses, viewed } = feed;
  const fits: string[] = [];
  if (statuses && statuses.length < OPPORTUNITY_STATUSES.length) {
    fits.push(...isOneOf('triage.status', 'text', statuses, bind));
  }
  if (viewed !== null) fits.push(`triage.viewed_at IS ${viewed ? 'NOT ' : ''}NULL`);
  if (fits.length === 0) return [];
  const team = `triage.team_id = ${bind(feed.teamId)}`;
  if (startsAtTriage(feed)) return [team, ...fits];
  // The date is the same in both tables. With this condition the index of the triage is sufficient.
  const unfit = `SELECT FROM opportunity_triage triage
    WHERE ${team} AND triage.opportunity_created_at = opportunity.created_at AND triage.opportunity_id = opportunity.id
      AND NOT (${fits.join(' AND ')})`;
  return [`NOT EXISTS (${unfit})`];
}

/** An unlock counts only while the person may be shown. */
export const unlockConditions = ({ revealed, teamId }: Feed, bind: Bind): string[] =>
  revealed === null
    ? []
    : [
        `${revealed ? '' : 'NOT '}EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = ${bind(teamId)}
           AND unlocks.opportunity_id = opportunity.id AND unlocks.outcome = 'found'
           AND ${mayBeShown('unlocks.identity_keys', 'unlocks.team_id')})`,
      ];
