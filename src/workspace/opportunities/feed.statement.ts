import {
  beginsAtTriage,
  type Bind,
  binding,
  type Feed,
  fieldConditions,
  isOneOf,
  isRated,
  isVoid,
  momentConditions,
  OF_OPPORTUNITY,
  type OrderColumns,
  orderOf,
  RANKS,
  type Statement,
  textConditions,
  tierConditions,
  whereOf,
} from './feed.conditions.js';
import { OPPORTUNITY_STATUSES } from './opportunity.vocabulary.js';

const OF_TRIAGE: OrderColumns = {
  id: 'triage.opportunity_id',
  createdAt: 'triage.opportunity_created_at',
  frustrationRank: 'triage.frustration_rank',
};

/**
 * The SELECT of a feed's ids, or null where nothing can match. Only conditions that are asked for stand in it, so that
 * the planner sees each combination as what it is.
 */
export function feedStatement(feed: Feed): Statement | null {
  if (isVoid(feed)) return null;
  const values: unknown[] = [];
  const bind = binding(values);
  // A feed that begins at the team's triage finds order and tier there, and reads them off the triage's own indexes.
  const from = beginsAtTriage(feed)
    ? {
        tables: 'opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = triage.opportunity_id',
        ...OF_TRIAGE,
      }
    : { tables: 'opportunities opportunity', ...OF_OPPORTUNITY };
  const where = [
    ...textConditions(feed, bind),
    ...fieldConditions(feed, bind),
    ...momentConditions(feed, from, bind),
    ...triageConditions(feed, bind),
  ];
  const page = `LIMIT ${bind(feed.limit)} OFFSET ${bind(feed.offset)}`;
  const select = (more: string[]): string =>
    `SELECT ${from.id} AS id FROM ${from.tables} ${whereOf([...where, ...more])} ORDER BY ${orderOf(from, feed.sort)}`;
  if (feed.sort !== '-frustration' || !isRated(feed)) {
    return { text: `${select(tierConditions(feed, from, bind))} ${page}`, values };
  }
  // Ratings go with tiers. With an arm for each tier the planner knows how many of that tier have the rating. An append
  // of limited arms runs them in this order (they cannot run in parallel) and none after the page is full.
  const depth = bind(feed.limit + feed.offset);
  const arms = RANKS.filter(({ tier }) => feed.tiers?.includes(tier) ?? true)
    .reverse()
    .map(({ rank }) => {
      // The planner knows what goes with a tier of one table only.
      const columns = new Set([from.frustrationRank, OF_OPPORTUNITY.frustrationRank]);
      const ofTier = [...columns].map((column) => `${column} = ${rank}`);
      return `(${select(ofTier)} LIMIT ${depth})`;
    });
  return { text: `SELECT id FROM (${arms.join(' UNION ALL ')}) AS by_tier ${page}`, values };
}

/** What the team's triage has to say: of the rows a feed begins at, or else that no row of it excludes an opportunity. */
function triageConditions(feed: Feed, bind: Bind): string[] {
  const { statuses, viewed } = feed;
  const fits: string[] = [];
  if (statuses && statuses.length < OPPORTUNITY_STATUSES.length) {
    fits.push(...isOneOf('triage.status', 'text', statuses, bind));
  }
  if (viewed !== null) fits.push(`triage.viewed_at IS ${viewed ? 'NOT ' : ''}NULL`);
  if (fits.length === 0) return [];
  const team = `triage.team_id = ${bind(feed.teamId)}`;
  if (beginsAtTriage(feed)) return [team, ...fits];
  // The moment is the same in both; to ask for it lets the triage's index answer alone.
  const unfit = `SELECT FROM opportunity_triage triage
    WHERE ${team} AND triage.opportunity_created_at = opportunity.created_at AND triage.opportunity_id = opportunity.id
      AND NOT (${fits.join(' AND ')})`;
  return [`NOT EXISTS (${unfit})`];
}
