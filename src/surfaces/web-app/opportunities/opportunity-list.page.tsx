import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { DownloadLink } from '../parts/download-link.page.js';
import { FilterChips } from '../parts/filter-chips.page.js';
import { usePage } from '../parts/page-context.js';
import { BeyondLastPage, IfMay, Pager } from '../parts/parts.page.js';
import { SaveSearch } from '../searches/searches.page.js';
import { BULK_CHANGES } from './opportunity-list-changes.js';
import { Filters } from './opportunity-list-filters.page.js';
import { OpportunityListRow } from './opportunity-list-row.page.js';
import {
  hrefOf,
  isWholeQueue,
  itemHref,
  OPPORTUNITY_LIST,
  OPPORTUNITY_LIST_VIEWS,
  type OpportunityListQuery,
} from './opportunity-list.query.js';
import { productOf } from './opportunity-signs.page.js';

/** A page of the list. */
export interface OpportunityListView {
  page: Page<OpportunityDetail>;
  /** The number of matches, counted up to a limit. */
  total: { count: number; isMore: boolean };
  query: OpportunityListQuery;
}

interface ListProps {
  list: OpportunityListView;
  openId?: string;
  /** Whether the page is that of the list, and not that of one opportunity beside it. */
  isMain: boolean;
}

/** The list of opportunities beside the one that is open: to be worked through by keyboard, by mouse, or with forms alone. */
export function OpportunityList({ list, openId, isMain }: ListProps): VNode {
  const { page, total, query } = list;
  const number = page.pagination.page;
  const here = hrefOf(query, number);
  return (
    <section class="queue" aria-label="List">
      <QueueHead list={list} isMain={isMain} />
      <form
        method="post"
        action={`${OPPORTUNITY_LIST}/triage`}
        data-inbox={filtersLeftBy(query)}
        data-offset={(number - 1) * page.pagination.page_size}
        data-total={totalText(total)}
      >
        <input type="hidden" name={CSRF_FIELD} value={usePage().csrfToken} />
        <input type="hidden" name="back" value={here} />
        {page.items.length === 0 && (
          <p class="empty">{number > 1 ? <BeyondLastPage href={hrefOf(query)} /> : emptyText(query)}</p>
        )}
        <ol class="rows">
          {page.items.map((item, at) => (
            <OpportunityListRow
              key={item.id}
              item={item}
              number={at}
              href={itemHref(query, item.id, number)}
              isCurrent={item.id === openId}
            />
          ))}
        </ol>
        <p class="empty" data-done="" hidden>
          Everything on this page is decided. <a href={here}>Go on</a>
        </p>
        {page.items.length > 0 && (
          <IfMay right="write">
            <BulkBar />
          </IfMay>
        )}
      </form>
      <footer>
        <Pager pagination={page.pagination} href={(each) => hrefOf(query, each)} />
        {isMain && <SaveSearch query={query} />}
        {page.items.length > 0 && (
          <DownloadLink file="opportunities.csv" query={hrefOf(query).split('?')[1]}>
            Download all as CSV
          </DownloadLink>
        )}
        <button class="plain keys" type="button" data-keys="" data-scripted="" hidden>
          Keys <kbd>?</kbd>
        </button>
      </footer>
    </section>
  );
}

function QueueHead({ list: { page, total, query }, isMain }: Omit<ListProps, 'openId'>): VNode {
  const Title = isMain ? 'h1' : 'p';
  const { asked, view } = query;
  return (
    <header>
      <div>
        <Title class="queue-title">Opportunities</Title>
        <span class="quiet end">
          <span data-left={total.isMore ? undefined : total.count}>{totalText(total)}</span>
          {view === 'reach' || view === 'new' ? ' left' : ''}
        </span>
      </div>
      <nav class="views" aria-label="Views">
        {Object.entries(OPPORTUNITY_LIST_VIEWS).map(([name, { label }]) => (
          <a key={name} href={hrefOf({ ...query, view: name })} aria-current={name === view ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <Filters asked={asked} view={view} sheetHref={isMain ? null : hrefOf(query)} />
      <FilterChips asked={asked} view={view} productNames={productNamesIn(page.items)} />
    </header>
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
        <button key={value} class="s" name="change" value={value}>
          {label}
        </button>
      ))}
    </div>
  );
}

const totalText = ({ count, isMore }: OpportunityListView['total']): string =>
  isMore ? `more than ${count.toLocaleString('en')}` : count.toLocaleString('en');

const emptyText = (query: OpportunityListQuery): string =>
  isWholeQueue(query)
    ? 'Nothing is left to triage. New opportunities appear here.'
    : 'No opportunities match these filters.';

/** The filters whose rows leave the list when they are changed, so that the next page begins where this one did. */
const filtersLeftBy = ({ asked, view }: OpportunityListQuery): string =>
  [
    view !== 'all' && 'status',
    'is_viewed' in asked && 'viewed',
    view !== 'snoozed' && !('snoozed' in asked) && 'put-off',
  ]
    .filter(Boolean)
    .join(' ');

const productNamesIn = (items: readonly OpportunityDetail[]): Map<string, string> =>
  new Map(
    items.flatMap((item) => {
      const product = productOf(item);
      return product ? [[product.id, product.name] as const] : [];
    }),
  );
