import { EventRelay } from '#platform/events/event-relay.js';
import type { TestApp } from './app.js';

/** Delivers every event that was appended, and waits for those that the worker delivers already. */
export async function relayEvents(app: TestApp): Promise<void> {
  const waiting = `SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL)
    + (SELECT count(*) FROM event_deliveries WHERE failed_at IS NULL) AS waiting`;
  do await app.inWorker(EventRelay).relay();
  while (Number((await app.database.one<{ waiting: string }>(waiting)).waiting) > 0);
}
