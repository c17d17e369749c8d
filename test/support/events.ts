import { EventRelay } from '#platform/events/event-relay.js';
import type { TestApp } from './app.js';

/** Delivers every appended event without a wait for further ones, and waits for deliveries that the worker has already started. */
export async function relayEvents(app: TestApp): Promise<void> {
  const waiting = `SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL)
    + (SELECT count(*) FROM event_deliveries WHERE failed_at IS NULL) AS waiting`;
  const makeDue = 'UPDATE event_deliveries SET next_attempt_at = now() WHERE attempts = 0 AND next_attempt_at > now()';
  do {
    await app.inWorker(EventRelay).relay();
    if ((await app.database.execute(makeDue)) > 0) await app.inWorker(EventRelay).relay();
  } while (Number((await app.database.one<{ waiting: string }>(waiting)).waiting) > 0);
}
