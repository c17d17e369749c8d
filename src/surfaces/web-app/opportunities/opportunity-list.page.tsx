import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { DownloadLink } from '../parts/download-link.page.js';
import type { Flash } from '../parts/flash.js';
import { IfMay } from '../parts/if-may.page.js';
import { FilterChips } from '../parts/filter-chips.page.js';
import { Filters } from './opportunity-list-filters.page.js';
import { KeySheet } from './opportunity-list-keys.page.js';
import { OpportunityListRow } from './opportunity-list-row.page.js';
import {
  filtersToSave,
  hrefOf,
  OPPORTUNITY_LIST,
  OPPORTUNITY_LIST_VIEWS,
  type OpportunityListQuery,
} from './opportunity-list.query.js';
import { BULK_CHANGES, undoOf } from './opportunity-list-changes.js';
import { SaveSearch } from '../searches/searches.page.js';
import { BeyondLastPage, Pager } from '../parts/parts.page.js';

interface OpportunityListView {
  page: Page<OpportunityDetail>;
  /** The number of matches, counted up to a limit. */
  total: { count: number; isMore: boolean };
  query: OpportunityListQuery;
  csrfToken: string;
  flash: Flash | null;
}

/** The list of opportunities: dense rows to be triaged by keyboard, by mouse, or with forms alone. */
export function OpportunityList({ page, total, query, csrfToken, flash }: OpportunityListView): VNode {
  const here = hrefOf(query, page.pagination.page);
  const { asked, view } = query;
  return (
    <div class="wide-inbox">
      <div class="inbox-head">
        <h1>Opportunities</h1>
        <p class="quiet">{totalText(total)}</p>
        <nav class="views" aria-label="Views">
          {Object.entries(OPPORTUNITY_LIST_VIEWS).map(([name, { label }]) => (
            <a key={name} href={hrefOf({ ...query, view: name })} aria-current={name === view ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      <div class="list-tools">
        <details class="filter-fold">
          <summary>Search and filter</summary>
          <Filters asked={asked} view={view} />
        </details>
        <SaveSearch filters={filtersToSave(query)} csrfToken={csrfToken} />
      </div>
      <FilterChips asked={asked} view={view} productNames={productNamesIn(page.items)} />
      {flash?.kind === 'triage' && <Undo flash={flash} here={here} csrfToken={csrfToken} />}
      <form method="post" action={`${OPPORTUNITY_LIST}/triage`} data-inbox={filtersLeftBy(query)}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <input type="hidden" name="back" value={here} />
        {page.items.length === 0 ? (
          <p class="empty">{page.pagination.page > 1 ? <BeyondLastPage href={hrefOf(query)} /> : emptyText(query)}</p>
        ) : (
          <IfMay right="write">
            <BulkBar />
          </IfMay>
        )}
        <ol class="rows">
          {page.items.map((item, number) => (
            <OpportunityListRow key={item.id} item={item} number={number} />
          ))}
        </ol>
      </form>
      {page.items.length > 0 && <Pager pagination={page.pagination} href={(number) => hrefOf(query, number)} />}
      {page.items.length > 0 && (
        <p class="quiet">
          <DownloadLink file="opportunities.csv" query={hrefOf(query).split('?')[1]}>
            Download all as CSV
          </DownloadLink>
        </p>
      )}
      <p class="toast" role="status" data-toast="" />
      <KeySheet />
    </div>
  );
}

function BulkBar(): VNode {
  return (
    <div class="bulk" role="group" aria-label="Selected opportunities">
      <label class="check" data-scripted="" hidden>
        <input type="checkbox" data-all="" /> All
      </label>
      <span class="quiet" data-selected="">
        Selected:
      </span>
      {BULK_CHANGES.map(([value, label]) => (
        <button key={value} type="submit" name="change" value={value}>
          {label}
        </button>
      ))}
      <button class="plain keys" type="button" data-keys="" data-scripted="" hidden>
        Keys <kbd>?</kbd>
      </button>
    </div>
  );
}

/** The change that the last form made, with a button that takes it back. */
function Undo({ flash, here, csrfToken }: { flash: Flash; here: string; csrfToken: string }): VNode {
  const { text, before } = undoOf(flash);
  return (
    <form class="notice undo" method="post" action={`${OPPORTUNITY_LIST}/triage`}>
      <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
      <input type="hidden" name="back" value={here} />
      {before.map((state) => (
        <input type="hidden" key={state} name="before" value={state} />
      ))}
      <span role="status">{text}</span>
      {before.length > 0 && (
        <button class="plain" type="submit" name="change" value="undo">
          Undo
        </button>
      )}
    </form>
  );
}

const totalText = ({ count, isMore }: OpportunityListView['total']): string =>
  isMore ? `more than ${count.toLocaleString('en')}` : count.toLocaleString('en');

const emptyText = ({ view, asked }: OpportunityListQuery): string =>
  view === 'new' && Object.keys(asked).length === 0
    ? 'Nothing is left to triage. New opportunities appear here.'
    : 'No opportunities match these filters.';

/** The filters whose rows leave the list when they are changed, so that the next page begins where this one did. */
const filtersLeftBy = ({ asked, view }: OpportunityListQuery): string =>
  [view === 'all' ? '' : 'status', 'is_viewed' in asked ? 'viewed' : ''].join(' ').trim();

const productNamesIn = (items: readonly OpportunityDetail[]): Map<string, string> =>
  new Map(
    items.flatMap(({ review, mention }) => {
      const product = (review ?? mention)?.product;
      return product ? [[product.id, product.name] as const] : [];
    }),
  );
