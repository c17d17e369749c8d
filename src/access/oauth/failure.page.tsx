import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';

/** A connection that cannot go on, and cannot be sent back to the client either. */
export function failurePage(reason: string): VNode {
  return (
    <PlainPage title="This connection cannot be made">
      <p>{reason}.</p>
      <p>Go back to your assistant and start the connection again.</p>
    </PlainPage>
  );
}
