import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { logFields, withLogFields } from '#platform/logging/log.fields.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { inJobSpan } from '#platform/tracing/tracing.js';
import { type EventHandler, EventHandlers } from './event-handlers.js';
import { RELAY_EVENTS } from './event-log.js';
import { type Attempt, EventsQueries, type Route, type StoredEvent } from './events.queries.js';

/** Ten attempts take about an hour and a half. */
const MAX_ATTEMPTS = 10;
/** The pause after the first attempt. It doubles after each attempt, even if the worker died. */
const BACKOFF_SECONDS = 10;
const EVENTS_AT_ONCE = 500;
const POLL_SECONDS = 10;
const KEEP_DAYS = 7;
/** How long an event waits for further ones, if its handler receives several at once. */
const WAIT_MS = 1_000;

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
    private readonly dueWork: DueWork,
    registry: Registry,
  ) {
    this.attempts = new Counter({
      name: 'qualm_event_attempts_total',
      help: 'Attempts to deliver an event by subscriber and outcome (delivered, failed, parked after the last attempt)',
      labelNames: ['subscriber', 'outcome'],
      registers: [registry],
    });
  }

  /** Delivers due events. @returns whether events are left that have no deliveries yet */
  @OnDue({ name: RELAY_EVENTS, everySeconds: POLL_SECONDS, notified: true })
  async relay(): Promise<boolean> {
    const routes = this.handlers.all().map(routeOf);
    const subscribers = [...new Set(routes.map(({ subscriber }) => subscriber))];
    const written = await this.queries.insertDeliveries(routes, EVENTS_AT_ONCE);
    const due = await this.queries.findDue(subscribers, MAX_ATTEMPTS);
    await Promise.all(due.map((subscriber) => this.deliverTo(subscriber)));
    if (await this.queries.hasWaiting()) this.dueWork.notify(RELAY_EVENTS, WAIT_MS);
    return written >= EVENTS_AT_ONCE;
  }

  /** Parks deliveries whose worker died during the last attempt, and deletes events a week after they were handled. */
  @OnDue({ name: 'purge-events', everySeconds: 600 })
  async purge(): Promise<{ parked: number; purged: number }> {
    return { parked: await this.queries.parkAbandoned(MAX_ATTEMPTS), purged: await this.queries.purge(KEEP_DAYS) };
  }

  private async deliverTo(subscriber: string): Promise<void> {
    for (;;) {
      const attempt = await this.start(subscriber);
      if (!attempt) return;
      const fields = { ...logFields(), request_id: attempt.request_id ?? undefined };
      const work = () => inModeOf(attempt.team_id, () => this.deliver(attempt));
      await withLogFields(fields, () => inJobSpan(`${attempt.name} ${subscriber}`, fields.request_id, work));
    }
  }

  /** A delivery that failed before is tried alone, so that one bad event does not hold up others. */
  private async start(subscriber: string): Promise<Attempt | null> {
    const attempt = await this.queries.startAttempt(subscriber, MAX_ATTEMPTS, BACKOFF_SECONDS);
    const further = attempt?.attempts === 1 ? this.handlers.mostOf(attempt.name, subscriber) - 1 : 0;
    if (!attempt || further === 0) return attempt;
    const leases = await this.queries.startFurther(attempt, further, BACKOFF_SECONDS);
    return { ...attempt, leases: [...attempt.leases, ...leases] };
  }

  private async deliver(attempt: Attempt): Promise<void> {
    const { leases, subscriber, attempts } = attempt;
    const event_ids = leases.map(({ row }) => row.event_id);
    try {
      const delivered = await this.database.transaction(() => this.handle(attempt));
      this.attempts.inc({ subscriber, outcome: 'delivered' }, delivered);
    } catch (error) {
      const isLast = attempts >= MAX_ATTEMPTS;
      this.attempts.inc({ subscriber, outcome: isLast ? 'parked' : 'failed' }, event_ids.length);
      this.log.error({ error, event_ids, subscriber, attempts }, isLast ? 'event parked' : 'event not delivered');
      await this.queries.recordFailure(attempt, error instanceof Error ? error.message : String(error), isLast);
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
