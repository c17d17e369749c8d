import type { ComponentChildren, VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';

/** A page for operators. */
export function OperatorPage({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <Document title={title} isStill>
      <main id="main">
        <h1>{title}</h1>
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
