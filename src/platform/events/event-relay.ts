import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { logFields, withLogFields } from '#platform/logging/log.fields.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { type EventHandler, EventHandlers } from './event-handlers.js';
import { type Attempt, EventsQueries, type Route, type StoredEvent } from './events.queries.js';
import { WAIT_MS, WaitNotifier } from './relay.notifier.js';

/** Ten attempts take about an hour and a half. */
const MAX_ATTEMPTS = 10;
/** The pause after the first attempt. It doubles after each attempt, even if the worker died. */
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
    private readonly waitNotifier: WaitNotifier,
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
    const routes = this.handlers.all().map(routeOf);
    const subscribers = [...new Set(routes.map(({ subscriber }) => subscriber))];
    let delivered = 0;
    let written: number;
    do {
      written = await this.queries.insertDeliveries(routes, EVENTS_AT_ONCE);
      const due = await this.queries.findDue(subscribers, MAX_ATTEMPTS);
      const counts = await Promise.all(due.map((subscriber) => this.deliverTo(subscriber)));
      for (const count of counts) delivered += count;
    } while (written > 0);
    if (await this.queries.hasWaiting()) this.waitNotifier.notify();
    return delivered;
  }

  /** Parks deliveries whose worker died during the last attempt, and deletes events a week after they were handled. */
  @Periodic({ name: 'purge-events', everySeconds: 600 })
  async purge(): Promise<{ parked: number; purged: number }> {
    return { parked: await this.queries.parkAbandoned(MAX_ATTEMPTS), purged: await this.queries.purge(KEEP_DAYS) };
  }

  private async deliverTo(subscriber: string): Promise<number> {
    for (let delivered = 0; ;) {
      const attempt = await this.start(subscriber);
      if (!attempt) return delivered;
      const fields = { ...logFields(), request_id: attempt.request_id ?? undefined };
      delivered += await withLogFields(fields, () => inModeOf(attempt.team_id, () => this.deliver(attempt)));
    }
  }

  /** A delivery that failed before is tried alone, so that one bad event does not hold up others. */
  private async start(subscriber: string): Promise<Attempt | null> {
    const attempt = await this.queries.startAttempt(subscriber, MAX_ATTEMPTS, BACKOFF_SECONDS);
    const further = attempt?.attempts === 1 ? this.handlers.mostOf(attempt.name, subscriber) - 1 : 0;
    if (!attempt || further === 0) return attempt;
    const eventIds = await this.queries.startFurther(attempt, further, BACKOFF_SECONDS);
    return { ...attempt, event_ids: [...attempt.event_ids, ...eventIds] };
  }

  /** @returns the number of events that were delivered */
  private async deliver(attempt: Attempt): Promise<number> {
    const { event_ids, subscriber, attempts } = attempt;
    try {
      const delivered = await this.database.transaction(() => this.handle(attempt));
      this.attempts.inc({ subscriber, outcome: 'delivered' }, delivered);
      return delivered;
    } catch (error) {
      const isLast = attempts >= MAX_ATTEMPTS;
      this.attempts.inc({ subscriber, outcome: isLast ? 'parked' : 'failed' }, event_ids.length);
      this.log.error({ error, event_ids, subscriber, attempts }, isLast ? 'event parked' : 'event not delivered');
      await this.queries.recordFailure(attempt, error instanceof Error ? error.message : String(error), isLast);
      return 0;
    }
  }

  /** @returns the number of events whose delivery no other attempt has taken over */
  private async handle(attempt: Attempt): Promise<number> {
    const stored = await this.queries.lock(attempt);
    const [first] = stored;
    if (!first) return 0;
    const { event, handle } = this.handlers.find(first.name, attempt.subscriber);
    await handle(stored.map((each) => ({ ...received(each), payload: event.payload.parse(each.payload) })));
    await this.queries.deleteDeliveries(
      stored.map(({ id }) => id),
      attempt.subscriber,
    );
    return stored.length;
  }
}

const routeOf = ({ event, subscriber, most }: EventHandler): Route => ({
  name: event.name,
  subscriber,
  waitMs: most > 1 ? WAIT_MS : 0,
});

function received({ id, team_id, created_at }: StoredEvent): { id: string; teamId: string | null; occurredAt: Date } {
  return { id, teamId: team_id, occurredAt: created_at };
}
