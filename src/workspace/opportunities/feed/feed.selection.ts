import type { Position } from '#platform/operations/cursors.js';
import {
  ALL_FILTERS,
  type FilterName,
  type Matchable,
  type SentFilters,
  type TeamState,
  type WantedValues,
  type Where,
} from './feed.filters.js';
import type { OpportunitySort } from '../opportunity.vocabulary.js';

/** The conditions of a feed. */
export interface Selection extends WantedValues {
  teamId: string;
}

/** The filters and the order of a listing. */
export interface Feed extends Selection {
  sort: OpportunitySort;
  limit: number;
  offset: number;
  /** The values of the order of the item after which the page begins. */
  after?: Position | null;
}

/** The state of an opportunity that a team has never touched. */
export const UNTOUCHED: TeamState = Object.freeze({
  status: 'new',
  viewed: false,
  revealed: false,
  assignee_id: null,
  is_snoozed: false,
});

const OF_OPPORTUNITY = ALL_FILTERS.filter(([, { reads }]) => !reads);
const OF_TEAM = ALL_FILTERS.filter(([, { reads }]) => reads);

/** The names of the filters of a team's triage. */
export const TRIAGE_FILTERS: ReadonlySet<FilterName> = new Set(
  OF_TEAM.filter(([, { reads }]) => reads === 'triage').map(([name]) => name),
);

/** Whether the filter depends on what the team follows. */
export const readsWatchlist = ({ watchlist }: SentFilters): boolean =>
  watchlist?.includes(true) === true && !watchlist.includes(false);

/** The conditions of a filter. @param followed the products that the team follows, if the filter reads the watchlist */
export function feedOf(teamId: string, sent: SentFilters, followed: readonly string[] | null): Selection {
  const wanted = Object.fromEntries(
    ALL_FILTERS.map(([name, filter]) => [name, sent[name] === undefined ? null : filter.wanted(sent[name])]),
  ) as WantedValues;
  const selection = { ...wanted, teamId };
  if (followed) {
    selection.product_id = followed.filter((id) => wanted.product_id?.includes(id) ?? true);
  }
  // Only reviews have ratings.
  if (isRated(wanted)) selection.source = (wanted.source ?? ['review']).filter((source) => source === 'review');
  return selection;
}

export const isRated = ({ min_rating, max_rating }: WantedValues): boolean =>
  min_rating !== null || max_rating !== null;

/** Whether the filters exclude each other, so that no opportunity can match. */
export const matchesNothing = (feed: WantedValues): boolean =>
  [feed.source, feed.product_id].some((wanted) => wanted?.length === 0) ||
  (feed.min_rating ?? 0) > (feed.max_rating ?? 5) ||
  isEmpty(feed.created_after, feed.created_before) ||
  isEmpty(feed.published_after, feed.published_before) ||
  isEmpty(feed.published_after, feed.created_before);

const isEmpty = (after: Date | null, before: Date | null): boolean =>
  after !== null && before !== null && after >= before;

/**
 * Whether a listing can start at the triage of the team. The triage has no row for an opportunity that the team never
 * touched, so a listing that includes those cannot start there.
 */
export const startsAtTriage = ({ status, is_viewed }: WantedValues): boolean =>
  is_viewed === true || (status !== null && !status.includes('new'));

/** The conditions of the filters that select something, of all filters or of those with these names. */
export const conditionsOf = (
  selection: WantedValues,
  where: Where,
  isIncluded: (name: FilterName) => boolean = () => true,
): string[] =>
  ALL_FILTERS.flatMap(([name, { sql }]) =>
    selection[name] === null || !isIncluded(name) ? [] : sql(selection[name], where),
  );

/** Decides whether a listing contains an opportunity, whatever a team did with it. */
export const matcherOf = (selection: WantedValues): ((opportunity: Matchable) => boolean) =>
  matchOf(OF_OPPORTUNITY, selection);

/** Whether the filters read what a team did with an opportunity. */
export const readsState = (selection: WantedValues): boolean => OF_TEAM.some(([name]) => selection[name] !== null);

/** Whether a listing with these filters contains an opportunity in this state. */
export const isInState = (selection: WantedValues, state: TeamState): boolean => matchOf(OF_TEAM, selection)(state);

function matchOf(filters: typeof ALL_FILTERS, selection: WantedValues): (value: unknown) => boolean {
  const wanted = filters.flatMap(([name, { matches }]) =>
    selection[name] === null ? [] : [(value: unknown) => matches(selection[name], value)],
  );
  return (value) => wanted.every((fits) => fits(value));
}
