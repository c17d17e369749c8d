import { EventRelay } from '#platform/events/event-relay.js';
import type { TestApp } from './app.js';

/** Delivers every appended event, and waits for deliveries that the worker has already started. */
export async function relayEvents(app: TestApp): Promise<void> {
  const waiting = `SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL)
    + (SELECT count(*) FROM event_deliveries WHERE failed_at IS NULL) AS waiting`;
  do await app.inWorker(EventRelay).relay();
  while (Number((await app.database.one<{ waiting: string }>(waiting)).waiting) > 0);
}
