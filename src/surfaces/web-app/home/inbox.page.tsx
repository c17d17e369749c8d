import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { InboxItemView } from '#workspace/inbox/inbox.operations.js';
import { OpportunityTitle } from '../opportunities/opportunity-parts.page.js';
import { usePage } from '../parts/page-context.js';
import { INBOX } from './inbox.address.js';
import { Form, IfMay, Time } from '../parts/parts.page.js';

interface InboxPageProps {
  page: CursorPage<InboxItemView>;
  /** The names of saved searches by id. */
  searchNames: ReadonlyMap<string, string>;
}

const KINDS: Record<InboxItemView['kind'], string> = {
  opportunity: 'Match of a saved search',
  report: 'Report',
  threshold: 'Credits',
  endpoint: 'Webhooks',
  mention: 'Comment',
};

/** The notifications of the team, the newest first. */
export function InboxPage({ page, searchNames }: InboxPageProps): VNode {
  // Opening an item marks it.
  const mayMark = may(usePage().team?.role, 'write');
  const { data: items, pagination } = page;
  return (
    <>
      <div class="split">
        <h1>Inbox</h1>
        <IfMay right="write">
          {items.some(({ is_read }) => !is_read) && (
            <Form action={`${INBOX}/read-all`} className="inline">
              <button type="submit">Mark all as read</button>
            </Form>
          )}
        </IfMay>
      </div>
      {items.length === 0 && (
        <p>
          Nothing yet. Matches of your <a href="/app/searches">saved searches</a>, finished reports of products that you
          follow, and warnings about credits and webhooks appear here for 90 days.
        </p>
      )}
      <ul class="home-list inbox-items">
        {items.map(({ id, kind, title, app_url, saved_search_ids, is_read, created_at }) => (
          <li key={id} class={is_read ? undefined : 'unread'}>
            <div>
              <h2 class="title">
                {!is_read && <span class="unseen">Unread: </span>}
                <a href={mayMark ? `${INBOX}/${id}` : new URL(app_url).pathname} dir="auto">
                  {kind === 'opportunity' ? <OpportunityTitle title={title} /> : title}
                </a>
              </h2>
              <p class="quiet">
                {kind === 'opportunity' ? matchOf(saved_search_ids, searchNames) : KINDS[kind]},{' '}
                <Time at={created_at} minutes />
              </p>
            </div>
            {mayMark && (
              <Form action={`${INBOX}/${id}`} className="inline">
                <input type="hidden" name="is_read" value={String(!is_read)} />
                <button class="plain" type="submit" aria-label={`Mark as ${is_read ? 'unread' : 'read'}: ${title}`}>
                  {is_read ? 'Mark as unread' : 'Mark as read'}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {pagination.next_cursor && (
        <p>
          <a href={`${INBOX}?cursor=${encodeURIComponent(pagination.next_cursor)}`} rel="next">
            Older items
          </a>
        </p>
      )}
    </>
  );
}

/** Which searches found an opportunity. A search may have been deleted since. */
function matchOf(ids: readonly string[], names: InboxPageProps['searchNames']): string {
  const named = ids.flatMap((id) => names.get(id) ?? []);
  return named.length > 0 ? `Match of ${named.join(', ')}` : KINDS.opportunity;
}
