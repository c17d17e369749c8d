import type { ComponentChildren, VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import type { Pagination } from '#platform/operations/pagination.dto.js';

/** A form that changes data, with its CSRF token. */
export function Form(props: {
  action: string;
  csrfToken: string;
  className?: string;
  children: ComponentChildren;
}): VNode {
  return (
    <form method="post" action={props.action} class={props.className ?? 'stack'} data-once="">
      <input type="hidden" name={CSRF_FIELD} value={props.csrfToken} />
      {props.children}
    </form>
  );
}

/** An error message. Screen readers announce it at once. */
export function Fault({ children }: { children?: string }): VNode | null {
  if (!children) return null;
  return (
    <p class="fault" role="alert">
      {children}
    </p>
  );
}

/** A success message. */
export function Notice({ children }: { children?: ComponentChildren }): VNode | null {
  if (!children) return null;
  return (
    <div class="notice" role="status">
      {children}
    </div>
  );
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A day in UTC, such as "Nov 22, 2026". */
export const dayText = (day: string | Date): string => DAY.format(new Date(day));

/** A day in UTC, or a time to the minute. The page script shows the minute in the zone of the browser. */
export function Time({ at, minutes }: { at: string | Date | null; minutes?: boolean }): VNode {
  if (!at) return <span class="quiet">never</span>;
  const moment = new Date(at);
  if (!minutes) return <time dateTime={moment.toISOString()}>{dayText(moment)}</time>;
  const utc = `${MINUTE.format(moment)} UTC`;
  return (
    <time dateTime={moment.toISOString()} title={utc} data-minutes="">
      {utc}
    </time>
  );
}

/** Links to the previous and next page of a list. `href` returns the address of a page. */
export function Pager({ pagination, href }: { pagination: Pagination; href: (page: number) => string }): VNode | null {
  const { page, has_more } = pagination;
  if (page === 1 && !has_more) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && (
        <a href={href(page - 1)} rel="prev">
          ← Previous
        </a>
      )}
      <span class="quiet">Page {page}</span>
      {has_more && (
        <a href={href(page + 1)} rel="next">
          Next →
        </a>
      )}
    </nav>
  );
}

/** The text of a page beyond the last one of a list. `href` leads to the first page. */
export function BeyondLastPage({ href }: { href: string }): VNode {
  return (
    <>
      The list has fewer pages. <a href={href}>Go to the first page</a>
    </>
  );
}

/** A value of a closed vocabulary. */
export function Badge({ tone, children }: { tone?: 'good' | 'bad' | 'wait'; children: ComponentChildren }): VNode {
  return <span class={tone ? `badge ${tone}` : 'badge'}>{children}</span>;
}

/** A row of labeled figures. */
export function Figures({
  figures,
}: {
  figures: readonly (readonly [label: string, value: ComponentChildren])[];
}): VNode {
  return (
    <dl class="figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A button that copies the text of the element with the id `source`. It stays hidden without JavaScript. */
export function CopyButton({ source, children }: { source: string; children: string }): VNode {
  return (
    <button type="button" data-copy={source} hidden>
      {children}
    </button>
  );
}
