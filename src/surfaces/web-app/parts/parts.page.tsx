import type { ComponentChildren, VNode } from 'preact';
import { may, type Right } from '#access/policy/rights.js';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { pageOf, window } from '#platform/operations/operation.result.js';
import type { Pagination } from '#platform/operations/pagination.dto.js';
import { dayText } from '#platform/text/day.text.js';
import { pageNumber, withParameter } from '../kernel/raw-query.js';
import { FormContext, useFormAt, usePage } from './page-context.js';

interface FormProps {
  action: string;
  id?: string;
  className?: string;
  children: ComponentChildren;
}

/** A form that changes data, with its CSRF token. A refused form shows the fault that belongs to no field. */
export function Form({ action, id, className = 'stack', children }: FormProps): VNode {
  const form = useFormAt(action);
  return (
    <form method="post" action={action} id={id} class={className} data-once="">
      <input type="hidden" name={CSRF_FIELD} value={usePage().csrfToken} />
      <Fault>{form.fault}</Fault>
      <FormContext.Provider value={form}>{children}</FormContext.Provider>
    </form>
  );
}

/** The button that sends a form. */
export function Submit({ look, children }: { look: 'primary' | 'danger'; children: ComponentChildren }): VNode {
  return (
    <button class={look} type="submit">
      {children}
    </button>
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

const MINUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A time in UTC to the minute, such as "Nov 22, 2026, 9:05 AM UTC". */
export const minuteText = (time: string | Date): string => `${MINUTE.format(new Date(time))} UTC`;

/** A day in UTC, or a time to the minute. The page script shows the minute in the zone of the browser. */
export function Time({ at, minutes }: { at: string | Date | null; minutes?: boolean }): VNode {
  if (!at) return <span class="quiet">never</span>;
  const moment = new Date(at);
  if (!minutes) return <time dateTime={moment.toISOString()}>{dayText(moment)}</time>;
  const utc = minuteText(moment);
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

interface TableProps {
  /** Columns of numbers stand at the right. A false one is left out. */
  columns: readonly (string | false)[];
  numbers?: readonly string[];
  className?: string;
  caption?: string;
  /** Shows the caption in the quiet color. */
  isQuiet?: boolean;
  /** Its rows. A cell names its column with `data-label`, for narrow screens. */
  children: ComponentChildren;
}

/** A table as wide as the page. */
export function Table({ columns, numbers = [], className, caption, isQuiet, children }: TableProps): VNode {
  return (
    <table class={className ? `wide ${className}` : 'wide'}>
      {caption && <caption class={isQuiet ? 'quiet' : undefined}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(
            (column) =>
              column && (
                <th key={column} scope="col" class={numbers.includes(column) ? 'number' : undefined}>
                  {column}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
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

/** Shows forms and buttons only to people with a right; the access policy would refuse them to others. */
export function IfMay({ right, children }: { right: Right; children: ComponentChildren }): VNode | null {
  return may(usePage().team?.role, right) ? <>{children}</> : null;
}

/** What stands in place of a form for people without a right. */
export function IfMayNot({ right, children }: { right: Right; children: ComponentChildren }): VNode | null {
  return may(usePage().team?.role, right) ? null : <>{children}</>;
}

interface ConfirmedFormProps {
  action: string;
  /** The word that opens the form, and its name for screen readers if the word is not enough. */
  word: string;
  label?: string;
  /** The effect of the button, in full. */
  children: string;
}

/** A form for what cannot be undone: it stands in a disclosure, so that it takes two clicks. */
export function ConfirmedForm({ action, word, label, children }: ConfirmedFormProps): VNode {
  return (
    <details>
      <summary aria-label={label}>{word}</summary>
      <Form action={action}>
        <Submit look="danger">{children}</Submit>
      </Form>
    </details>
  );
}

interface InPagesProps<Item> {
  all: readonly Item[];
  /** The number of items on a page. */
  size: number;
  /** The parameter of the address with the number of the page, if the page has two lists. */
  parameter?: string;
  children: (items: Item[]) => ComponentChildren;
}

/** The items of one page of a whole list, and links to the other pages. Long lists would make a page too large. */
export function InPages<Item>({ all, size, parameter = 'page', children }: InPagesProps<Item>): VNode {
  const { query: asked } = usePage();
  const query = { page: pageNumber(asked[parameter]), page_size: size };
  const { offset, limit } = window(query);
  const { items, pagination } = pageOf(all.slice(offset, offset + limit), query);
  return (
    <>
      {children(items)}
      <Pager pagination={pagination} href={(page) => `?${withParameter(asked, parameter, String(page))}`} />
    </>
  );
}
