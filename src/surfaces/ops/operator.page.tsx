import type { ComponentChildren, VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';

const PAGES = [
  ['/ops', 'Overview'],
  ['/ops/teams', 'Teams'],
  ['/ops/plans', 'Plans'],
  ['/ops/people', 'People'],
  ['/ops/imports', 'Imports'],
  ['/ops/sources', 'Sources'],
  ['/ops/mail', 'Mails'],
  ['/ops/events', 'Events'],
  ['/ops/queues', 'Queues'],
] as const;

/** A page for operators, with links to the others. */
export function OperatorPage({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <Document title={title} isStill>
      <main id="main">
        <div class="head">
          <h1>{title}</h1>
          <nav class="views" aria-label="Operator">
            {PAGES.map(([href, label]) => (
              <a key={href} href={href} aria-current={label === title ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </div>
        {children}
      </main>
    </Document>
  );
}

/** A table that scrolls where it is wider than the page. The columns from `numbersFrom` on hold numbers. */
export function OperatorTable({
  columns,
  numbersFrom = columns.length,
  children,
}: {
  columns: readonly string[];
  numbersFrom?: number;
  children: ComponentChildren;
}): VNode {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={column} scope="col" class={place >= numbersFrom ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Cells of numbers. */
export const numberCells = (counts: readonly number[]): VNode[] =>
  counts.map((count, place) => (
    <td key={place} class="number">
      {count}
    </td>
  ));

/** A time to the minute, in UTC. */
export const timeOf = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
