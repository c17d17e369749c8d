import type { TeamCaller } from '#platform/caller/caller.js';
import { invalidField } from '#platform/errors/application-error.js';
import type { OpportunityFilter } from '../opportunity-filter.dto.js';
import { ME } from './feed.filters.js';

/**
 * The filter of a list that people work through: what the team has put off is left out, unless the filter names it, and
 * `me` is replaced by the person of the caller.
 * @throws 400 for `me` without a person
 */
export function usualFilter<Filter extends OpportunityFilter>(caller: TeamCaller, filter: Filter): Filter {
  return { ...withPerson(caller, filter), snoozed: filter.snoozed ?? (filter.ids ? undefined : [false]) };
}

/** The filter with `me` replaced by the person of the caller. @throws 400 for a caller without a person */
export function withPerson<Filter extends Pick<OpportunityFilter, 'assignee'>>(
  { userId }: TeamCaller,
  filter: Filter,
): Filter {
  if (!filter.assignee?.includes(ME)) return filter;
  if (userId === undefined) {
    throw invalidField('assignee', 'A key has no person. Give the id of a member', 'query');
  }
  return { ...filter, assignee: filter.assignee.map((each) => (each === ME ? userId : each)) };
}
