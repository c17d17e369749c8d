import { ME } from '#workspace/opportunities/feed/feed.filters.js';
import { fieldNamesOf } from '#platform/operations/field-names.js';
import { SearchFilters } from '#workspace/saved-searches/saved-search.dto.js';
import type { OpportunityStatus } from '#workspace/opportunities/opportunity.vocabulary.js';
import { type RawQuery, withoutEmpty } from '../kernel/raw-query.js';

/** The address of the list of opportunities. */
export const OPPORTUNITY_LIST = '/app/opportunities';

interface View {
  label: string;
  statuses?: readonly OpportunityStatus[];
  /** How the writers can be reached. */
  reach?: readonly string[];
  assignee?: string;
  snoozed?: string;
}

/** The views of the list. The first one is shown first: nobody can talk to a writer without a name or a profile. */
export const OPPORTUNITY_LIST_VIEWS: Record<string, View> = {
  reach: { label: 'You can reach', statuses: ['new'], reach: ['named', 'profile'] },
  new: { label: 'All new', statuses: ['new'] },
  mine: { label: 'Mine', assignee: ME },
  active: { label: 'In progress', statuses: ['contacted', 'qualified'] },
  closed: { label: 'Closed', statuses: ['converted', 'lost', 'dismissed'] },
  snoozed: { label: 'Put off', snoozed: 'true' },
  all: { label: 'All' },
};
const FIRST_VIEW = 'reach';
/** The best first. The API lists the newest first. */
const FIRST_SORT = '-score';

/** The query of the list. */
export interface OpportunityListQuery {
  /** The filters as the browser sent them, without empty ones and without the page. */
  asked: RawQuery;
  /** The view, or null when statuses are asked for by name. */
  view: string | null;
}

/** Whether it is all that waits for a decision, without a filter. */
export const isWholeQueue = ({ asked, view }: OpportunityListQuery): boolean =>
  (view === 'new' || view === 'reach') && Object.keys(asked).length === 0;

/** Parameters that are no filters: the page of the list, and those of an opportunity that is open. */
const OF_THE_PAGE = ['page', 'job', 'role', 'peek'];

/** Reads the address of a list. A form sends every field, and empty fields are not filters. */
export function readOpportunityListQuery(raw: RawQuery): OpportunityListQuery {
  const { view, ...rest } = withoutEmpty(raw);
  const asked = Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_THE_PAGE.includes(name)));
  if ('status' in asked) return { asked, view: null };
  return { asked, view: typeof view === 'string' && Object.hasOwn(OPPORTUNITY_LIST_VIEWS, view) ? view : FIRST_VIEW };
}

/** The query of the API's listing behind it. */
export function listingOf({ asked, view }: OpportunityListQuery, page: unknown): RawQuery {
  const { statuses, reach, assignee, snoozed } = OPPORTUNITY_LIST_VIEWS[view ?? ''] ?? {};
  return {
    sort: FIRST_SORT,
    ...(reach && { reach }),
    ...(assignee && { assignee }),
    ...(snoozed && { snoozed }),
    ...asked,
    ...(statuses && { status: statuses }),
    ...(page !== undefined && { page }),
  };
}

/** The address of a page of the list. */
export function hrefOf({ asked, view }: OpportunityListQuery, page = 1): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const each of [value].flat()) if (view === null || name !== 'status') parameters.append(name, String(each));
  }
  if (view !== null && view !== FIRST_VIEW) parameters.set('view', view);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size > 0 ? `${OPPORTUNITY_LIST}?${parameters}` : OPPORTUNITY_LIST;
}

/** The address of one opportunity within a page of the list. */
export function itemHref(query: OpportunityListQuery, id: string, page = 1): string {
  const [, rest] = hrefOf(query, page).split('?');
  return `${OPPORTUNITY_LIST}/${id}${rest ? `?${rest}` : ''}`;
}

const SAVED = fieldNamesOf(SearchFilters);
const NUMBERS = ['min_score', 'min_rating', 'max_rating'];

/** Filters whose loss would make another search. */
const NOT_SAVED = ['assignee', 'ids', 'snoozed', 'updated_since'];

/** Whether a saved search can have all filters of the list. */
export const canBeSaved = (query: OpportunityListQuery): boolean =>
  Object.keys(listingOf(query, undefined)).every((name) => !NOT_SAVED.includes(name));

/** The filters of the list, as the API takes them for a saved search. */
export function filtersToSave(query: OpportunityListQuery): RawQuery {
  const filters = Object.entries(listingOf(query, undefined)).filter(([name]) => SAVED.has(name));
  return Object.fromEntries(filters.map(([name, value]) => [name, typed(name, value)]));
}

function typed(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => typed(name, each));
  if (value === 'true' || value === 'false') return name === 'q' || name === 'exclude' ? value : value === 'true';
  return NUMBERS.includes(name) && typeof value === 'string' && !Number.isNaN(Number(value)) ? Number(value) : value;
}
