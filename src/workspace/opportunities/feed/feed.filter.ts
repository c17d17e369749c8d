import type { Feed } from './feed.conditions.js';
import { folded } from '../opportunity.folding.js';
import type { OpportunityFilter } from '../opportunity-filter.dto.js';

/** The filters that select opportunities, without those that only make sense for one listing. */
export type SearchFilter = Omit<OpportunityFilter, 'page' | 'page_size' | 'sort'>;

/** The conditions of a feed. */
export type Selection = Omit<Feed, 'sort' | 'limit' | 'offset'>;

/** Whether the filter depends on what the team follows. */
export const readsWatchlist = ({ watchlist }: SearchFilter): boolean => onlyOne(watchlist) === true;

/** The conditions of a filter. @param followed the products that the team follows, if the filter reads the watchlist */
export function feedOf(teamId: string, filter: SearchFilter, followed: readonly string[] | null): Selection {
  return {
    teamId,
    statuses: filter.status ?? null,
    viewed: onlyOne(filter.is_viewed),
    sources: filter.source ?? null,
    productIds: productsOf(filter, followed),
    tiers: filter.frustration_tier ?? null,
    sentiments: filter.sentiment ?? null,
    hasBuyingSignal: onlyOne(filter.has_buying_signal),
    minRating: filter.min_rating ? Math.min(...filter.min_rating) : null,
    maxRating: filter.max_rating ? Math.max(...filter.max_rating) : null,
    minScore: filter.min_score ? Math.min(...filter.min_score) : null,
    countries: textsOf(filter.country),
    industries: textsOf(filter.industry),
    pieces: textsOf(filter.q),
    excluded: excludedBy(filter.exclude),
    revealed: onlyOne(filter.is_revealed),
    ids: filter.ids ?? null,
    createdAfter: earliest(filter.created_after),
    createdBefore: latest(filter.created_before),
    publishedAfter: earliest(filter.published_after),
    publishedBefore: latest(filter.published_before),
  };
}

function productsOf({ product_id }: SearchFilter, followed: readonly string[] | null): string[] | null {
  if (!followed) return product_id ?? null;
  return product_id ? followed.filter((id) => product_id.includes(id)) : [...followed];
}

/** A blank text excludes nothing. */
function excludedBy(texts: string[] | undefined): string[] | null {
  const unwanted = [...new Set(texts?.map(folded))].filter((text) => text !== '');
  return unwanted.length === 0 ? null : unwanted;
}

const earliest = (times: string[] | undefined): Date | null =>
  times ? new Date(Math.min(...times.map(Date.parse))) : null;

const latest = (times: string[] | undefined): Date | null =>
  times ? new Date(Math.max(...times.map(Date.parse))) : null;

/** The value of a repeated boolean parameter. Null, which does not filter, when both values are given. */
function onlyOne(values: boolean[] | undefined): boolean | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}

/** The folded alternatives. Null, which does not filter, when one of them is blank. */
function textsOf(texts: string[] | undefined): string[] | null {
  const wanted = [...new Set(texts?.map(folded))];
  return wanted.length === 0 || wanted.includes('') ? null : wanted;
}
