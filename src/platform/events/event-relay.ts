import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { logFields, withLogFields } from '#platform/logging/log.fields.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { EventHandlers } from './event-handlers.js';
import { type Attempt, EventsQueries, type StoredEvent } from './events.queries.js';

/** Ten attempts take about an hour and a half. */
const MAX_ATTEMPTS = 10;
/** The pause after the first attempt. It doubles after each attempt, also if the worker died. */
const BACKOFF_SECONDS = 10;
const EVENTS_AT_ONCE = 500;
const POLL_SECONDS = 10;
const KEEP_DAYS = 7;

/**
 * Delivers events to the handlers of this process, each at least once.
 *
 * Order: a subscriber's due deliveries start in the order in which their events were appended. No other order is
 * guaranteed: workers deliver in parallel, a failed delivery is retried later, and subscribers do not wait for each
 * other. A handler that needs the current state must read it.
 */
@Injectable()
export class EventRelay {
  private readonly log = new Logger(EventRelay.name);
  private readonly attempts: Counter<'subscriber' | 'outcome'>;

  constructor(
    private readonly database: Database,
    private readonly queries: EventsQueries,
    private readonly handlers: EventHandlers,
    registry: Registry,
  ) {
    this.attempts = new Counter({
      name: 'qualm_event_attempts_total',
      help: 'Attempts to deliver an event by subscriber and outcome (delivered, failed, parked after the last attempt)',
      labelNames: ['subscriber', 'outcome'],
      registers: [registry],
    });
  }

  /** Delivers all due events. @returns the number of successful deliveries. */
  @Periodic({ name: 'relay-events', everySeconds: POLL_SECONDS })
  async relay(): Promise<number> {
    const handlers = this.handlers.all();
    const names = handlers.map(({ event }) => event.name);
    const subscribers = handlers.map(({ subscriber }) => subscriber);
    let delivered = 0;
    let written: number;
    do {
      written = await this.queries.insertDeliveries(names, subscribers, EVENTS_AT_ONCE);
      const counts = await Promise.all([...new Set(subscribers)].map((subscriber) => this.deliverTo(subscriber)));
      for (const count of counts) delivered += count;
    } while (written > 0);
    return delivered;
  }

  /** Parks deliveries whose worker died during the last attempt, and deletes events a week after they were handled. */
  @Periodic({ name: 'purge-events', everySeconds: 600 })
  async purge(): Promise<{ parked: number; purged: number }> {
    return { parked: await this.queries.parkAbandoned(MAX_ATTEMPTS), purged: await this.queries.purge(KEEP_DAYS) };
  }

  private async deliverTo(subscriber: string): Promise<number> {
    for (let delivered = 0; ;) {
      const attempt = await this.queries.startAttempt(subscriber, MAX_ATTEMPTS, BACKOFF_SECONDS);
      if (!attempt) return delivered;
      const fields = { ...logFields(), request_id: attempt.request_id ?? undefined };
      if (await withLogFields(fields, () => inModeOf(attempt.team_id, () => this.deliver(attempt)))) delivered++;
    }
  }

  private async deliver(attempt: Attempt): Promise<boolean> {
    const { event_id, subscriber, attempts } = attempt;
    try {
      const isDelivered = await this.database.transaction(() => this.handle(attempt));
      if (isDelivered) this.attempts.inc({ subscriber, outcome: 'delivered' });
      return isDelivered;
    } catch (error) {
      const isLast = attempts >= MAX_ATTEMPTS;
      this.attempts.inc({ subscriber, outcome: isLast ? 'parked' : 'failed' });
      this.log.error({ error, event_id, subscriber, attempts }, isLast ? 'event parked' : 'event not delivered');
      await this.queries.recordFailure(attempt, error instanceof Error ? error.message : String(error), isLast);
      return false;
    }
  }

  /** @returns false if another attempt has taken over the delivery. */
  private async handle(attempt: Attempt): Promise<boolean> {
    const stored = await this.queries.lock(attempt);
    if (!stored) return false;
    const { event, handle } = this.handlers.find(stored.name, attempt.subscriber);
    await handle({ ...received(stored), payload: event.payload.parse(stored.payload) });
    await this.queries.deleteDelivery(attempt);
    return true;
  }
}

function received({ id, team_id, created_at }: StoredEvent): { id: string; teamId: string | null; occurredAt: Date } {
  return { id, teamId: team_id, occurredAt: created_at };
}
