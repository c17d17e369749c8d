import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { DownloadLink } from '../parts/download-link.page.js';
import { FilterChips } from '../parts/filter-chips.page.js';
import { useFlash, usePage } from '../parts/page-context.js';
import { BeyondLastPage, Form, IfMay, Pager } from '../parts/parts.page.js';
import { SaveSearch } from '../searches/searches.page.js';
import { BULK_CHANGES, undoOf } from './opportunity-list-changes.js';
import { Filters } from './opportunity-list-filters.page.js';
import { OpportunityListRow } from './opportunity-list-row.page.js';
import {
  filtersToSave,
  hrefOf,
  OPPORTUNITY_LIST,
  OPPORTUNITY_LIST_VIEWS,
  type OpportunityListQuery,
} from './opportunity-list.query.js';

interface OpportunityListView {
  page: Page<OpportunityDetail>;
  /** The number of matches, counted up to a limit. */
  total: { count: number; isMore: boolean };
  query: OpportunityListQuery;
}

/** The list of opportunities: dense rows to be triaged by keyboard, by mouse, or with forms alone. */
export function OpportunityList({ page, total, query }: OpportunityListView): VNode {
  const change = useFlash('triage');
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
        <SaveSearch filters={filtersToSave(query)} />
      </div>
      <FilterChips asked={asked} view={view} productNames={productNamesIn(page.items)} />
      {change && <Undo change={change} here={here} />}
      <form method="post" action={`${OPPORTUNITY_LIST}/triage`} data-inbox={filtersLeftBy(query)}>
        <input type="hidden" name={CSRF_FIELD} value={usePage().csrfToken} />
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
function Undo({ change, here }: { change: string; here: string }): VNode {
  const { text, before } = undoOf(change);
  return (
    <Form className="notice undo" action={`${OPPORTUNITY_LIST}/triage`}>
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
    </Form>
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

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j, k', 'next and previous opportunity'],
  ['o or Enter', 'open, which marks as viewed'],
  ['e', 'dismiss'],
  ['c', 'contacted'],
  ['q', 'qualified'],
  ['1 to 6', 'new, contacted, qualified, converted, lost, dismissed'],
  ['v', 'viewed or not viewed'],
  ['x', 'select; the other keys then change all selected'],
  ['a', 'select all or none'],
  ['u', 'undo'],
  [']  [', 'next and previous page'],
  ['/', 'search'],
  ['?', 'this sheet'],
];

/** The sheet of keys. The script opens it. */
export function KeySheet(): VNode {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
