import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';

/** The page of a connection that failed and cannot redirect to the client. */
export function failurePage(reason: string): VNode {
  return (
    <PlainPage title="This connection cannot be made">
      <p>{reason}.</p>
      <p>Go back to your assistant and start the connection again.</p>
    </PlainPage>
  );
}
