import { binding, OF_OPPORTUNITY, type Statement, whereOf } from './feed.order.js';
import { conditionsOf, type Feed, matchesNothing } from './feed.selection.js';

/** The start of the next page of changes: after an item, or, without an id, at a time. Times as text have microseconds. */
export interface ChangePlace {
  at: Date | string;
  id: string | null;
}

/** An opportunity that changed or was removed, and when. */
export interface Change {
  id: string;
  at: string;
  is_removed: boolean;
}

/**
 * The sources of a change. Each opportunity is listed once, at its latest change; if two are equal, at the first
 * source.
 */
const SOURCES = [
  {
    tables: 'opportunities opportunity',
    at: 'opportunity.updated_at',
    id: 'opportunity.id',
    isLatest: [
      'coalesce(triage.updated_at <= opportunity.updated_at, true)',
      'NOT EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = $1 AND opportunity_id = opportunity.id AND unlocks.updated_at > opportunity.updated_at)',
    ],
  },
  {
    tables: 'opportunity_triage triage JOIN opportunities opportunity ON opportunity.id = triage.opportunity_id',
    at: 'triage.updated_at',
    id: 'triage.opportunity_id',
    isLatest: [
      'triage.team_id = $1',
      'opportunity.updated_at < triage.updated_at',
      'NOT EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = $1 AND opportunity_id = triage.opportunity_id AND unlocks.updated_at > triage.updated_at)',
    ],
  },
  {
    tables: 'unlocks JOIN opportunities opportunity ON opportunity.id = unlocks.opportunity_id',
    at: 'unlocks.updated_at',
    id: 'unlocks.opportunity_id',
    isLatest: [
      'unlocks.team_id = $1',
      'opportunity.updated_at < unlocks.updated_at',
      'coalesce(triage.updated_at < unlocks.updated_at, true)',
      `NOT EXISTS (SELECT FROM unlocks later WHERE later.team_id = $1 AND later.opportunity_id = unlocks.opportunity_id
         AND (later.updated_at, later.id) > (unlocks.updated_at, unlocks.id))`,
    ],
  },
];

/** Removed opportunities have no fields left that a filter could read. */
const REMOVED = { at: 'removal.removed_at', id: 'removal.opportunity_id' };

/** A time as text with microseconds, which both PostgreSQL and `Date` read. */
const asText = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The SELECT of the ids and times of the opportunities of a feed that changed, the oldest change first, or null when
 * nothing can match. The order and the offset of the feed are ignored. `withRemoved` adds those that were removed, of any feed.
 */
export function changesStatement(feed: Feed, { at, id }: ChangePlace, { withRemoved = false } = {}): Statement | null {
  const sources = matchesNothing(feed) ? [] : SOURCES;
  if (sources.length === 0 && !withRemoved) return null;
  // PostgreSQL refuses a value that no arm uses.
  const values: unknown[] = sources.length > 0 ? [feed.teamId] : [];
  const bind = binding(values);
  const limit = bind(feed.limit);
  const place = `${bind(at)}::timestamptz`;
  const after = id === null ? null : bind(id);
  const where = { bind, teamId: feed.teamId, columns: OF_OPPORTUNITY, isByOwnDate: false };
  const filters = sources.length > 0 ? conditionsOf(feed, { ...where, status: `coalesce(triage.status, 'new')` }) : [];
  const beginOf = (of: { at: string; id: string }): string =>
    after ? `(${of.at}, ${of.id}) > (${place}, ${after})` : `${of.at} >= ${place}`;
  const arms = sources.map((source) => {
    const triage = source.tables.includes('opportunity_triage')
      ? ''
      : 'LEFT JOIN opportunity_triage triage ON triage.team_id = $1 AND triage.opportunity_id = opportunity.id';
    return `(SELECT ${source.id} AS id, ${source.at} AS at, false AS is_removed FROM ${source.tables} ${triage}
      ${whereOf([beginOf(source), ...source.isLatest, ...filters])} ORDER BY ${source.at}, ${source.id} LIMIT ${limit})`;
  });
  if (withRemoved)
    arms.push(`(SELECT ${REMOVED.id} AS id, ${REMOVED.at} AS at, true AS is_removed FROM opportunity_removals removal
      ${whereOf([beginOf(REMOVED)])} ORDER BY ${REMOVED.at}, ${REMOVED.id} LIMIT ${limit})`);
  return {
    text: `SELECT id, ${asText('at')} AS at, is_removed FROM (${arms.join(' UNION ALL ')}) AS change ORDER BY change.at, id LIMIT ${limit}`,
    values,
  };
}
