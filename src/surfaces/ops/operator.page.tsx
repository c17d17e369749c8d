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

/** A time to the minute, in UTC. */
export const timeOf = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
