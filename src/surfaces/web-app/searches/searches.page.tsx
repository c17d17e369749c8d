import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { MatchView } from '#workspace/saved-searches/matches.operations.js';
import type { Delivery, SentFilters } from '#workspace/saved-searches/saved-search.types.js';
import type { SavedSearchView } from '#workspace/saved-searches/saved-searches.operations.js';
import type { PageContext } from '../parts/app-pages.js';
import { ConfirmedForm } from '../parts/confirmed-form.page.js';
import { IfMay } from '../parts/if-may.page.js';
import { hrefOf } from '../opportunities/opportunity-list.query.js';
import { bylineOf, OpportunityTitle } from '../opportunities/opportunity-parts.page.js';
import { Badge, Form, Pager, Time } from '../parts/parts.page.js';
import { filterLabelOf, filterValueOf, type ProductNames } from '../parts/filter-chips.page.js';
import { DeliveryForm, deliveryIn, NewFeed } from './search-delivery.page.js';

/** The address of the saved searches. */
export const SEARCHES = '/app/searches';

/** A search may name many products. */
const LONGEST_SUMMARY = 300;

/** The form under the filters of the list of opportunities. */
export function SaveSearch({ filters, csrfToken }: { filters: SentFilters; csrfToken: string }): VNode {
  return (
    <IfMay right="write">
      <details>
        <summary>Save this search</summary>
        <form method="post" action={SEARCHES} class="filters">
          <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
          <input type="hidden" name="filters" value={JSON.stringify(filters)} />
          <input name="name" aria-label="Name of the search" placeholder="Name" maxLength={100} required />
          <button type="submit">Save</button>
        </form>
        <p class="quiet">
          New opportunities that fit are listed under <a href={SEARCHES}>saved searches</a> from now on.
        </p>
      </details>
    </IfMay>
  );
}

/** All searches of the team. */
export function SearchesPage({ page, names }: { page: Page<SavedSearchView>; names: ProductNames }): VNode {
  return (
    <>
      <h1>Saved searches</h1>
      {page.items.length === 0 && (
        <p>
          Your team has no saved searches yet. Filter the <a href="/app/opportunities">opportunities</a> and save the
          search.
        </p>
      )}
      <ul class="cards">
        {page.items.map((search) => (
          <li class="card" key={search.id}>
            <h2 class="title">
              <a href={`${SEARCHES}/${search.id}`}>{search.name}</a>{' '}
              {!search.is_enabled && <Badge tone="wait">off</Badge>}
            </h2>
            <p class="quiet">{summaryOf(search.filters, names)}</p>
            <p class="quiet">{deliveryIn(search.deliver)}</p>
            <p>
              {search.matches_7_days === 1 ? '1 match' : `${search.matches_7_days.toLocaleString('en')} matches`} in 7
              days
              {search.last_matched_at && (
                <>
                  , the latest <Time at={search.last_matched_at} minutes />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Pager pagination={page.pagination} href={(number) => `${SEARCHES}?page=${number}`} />
    </>
  );
}

interface SearchProps {
  search: SavedSearchView;
  matches: CursorPage<MatchView>;
  names: ProductNames;
  /** The people of the team, who may get digests. */
  members: readonly TeamMember[];
  /** A delivery that was refused, and why. */
  refused?: { deliver: Delivery; fault: string };
  context: PageContext;
}

/** One search with its matches, the newest first. */
export function SearchPage({ search, matches, names, members, refused, context }: SearchProps): VNode {
  const { flash, csrfToken } = context;
  const { id, name, filters, deliver, is_enabled } = search;
  const next = matches.pagination.next_cursor;
  return (
    <>
      <p>
        <a href={SEARCHES}>← Saved searches</a>
      </p>
      <h1>{name}</h1>
      {flash?.kind === 'feed' && <NewFeed address={flash.text} />}
      <p class="quiet">{summaryOf(filters, names)}</p>
      {may(context.team?.role, 'write') ? (
        <DeliveryForm search={search} members={members} refused={refused} csrfToken={csrfToken} />
      ) : (
        <p class="quiet">{deliveryIn(deliver)}</p>
      )}
      <IfMay right="write">
        <div class="row">
          <Form action={`${SEARCHES}/${id}/state`} csrfToken={csrfToken} className="inline">
            <input type="hidden" name="is_enabled" value={String(!is_enabled)} />
            <button type="submit">{is_enabled ? 'Switch off' : 'Switch on'}</button>
          </Form>
          <ConfirmedForm action={`${SEARCHES}/${id}/delete`} csrfToken={csrfToken} word="Delete">
            Delete the search and its matches
          </ConfirmedForm>
        </div>
      </IfMay>
      <h2>Matches</h2>
      {matches.data.length === 0 && <p>The search has found nothing since it was saved.</p>}
      <p>
        <a href={hrefOf({ asked: { ...filters }, view: 'status' in filters ? null : 'all' })}>
          All opportunities that match the filters, earlier ones too
        </a>
      </p>
      <ul class="home-list">
        {matches.data.map(({ opportunity, matched_at, updated }) => (
          <li key={opportunity.id}>
            <h3>
              <a href={`/app/opportunities/${opportunity.id}`} dir="auto">
                <OpportunityTitle title={opportunity.title} />
              </a>
            </h3>
            <p class="quiet">
              {opportunity.score} of 100 · <bdi>{bylineOf(opportunity)}</bdi>, {updated ? 'changed' : 'found'}{' '}
              <Time at={matched_at} minutes />
            </p>
          </li>
        ))}
      </ul>
      {next && (
        <p>
          <a href={`${SEARCHES}/${id}?cursor=${encodeURIComponent(next)}`} rel="next">
            Older matches
          </a>
        </p>
      )}
    </>
  );
}

/** The filters in one line. */
function summaryOf(filters: SentFilters, names: ProductNames): string {
  const parts = Object.entries(filters).map(([name, values]) => {
    if (name === 'watchlist' && values === true) return filterLabelOf(name);
    const shown = [values].flat().map((value) => filterValueOf(name, String(value), names));
    return `${filterLabelOf(name)}: ${shown.join(' or ')}`;
  });
  return parts.length > 0 ? clippedAtWord(parts.join(' · '), LONGEST_SUMMARY) : 'All opportunities';
}
