import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';

/** The right to deliver an event to a subscriber. */
type DeliveryLease = Lease<{ event_id: string; name: string; request_id: string | null; team_id: string | null }>;

/** An attempt to deliver an event to a subscriber, or several at once. Only the latest attempt may end a delivery. */
export interface Attempt {
  leases: DeliveryLease[];
  subscriber: string;
  /** The name of the events. */
  name: string;
  /** The number of this attempt, which is 1 for several events. */
  attempts: number;
  /** The request that appended the oldest event. */
  request_id: string | null;
  team_id: string | null;
}

/** A subscriber of the events of one name. */
export interface Route {
  name: string;
  subscriber: string;
  /** How long an event waits for further ones. */
  waitMs: number;
}

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  name: string;
  version: number;
  team_id: string | null;
  payload: unknown;
  created_at: Date;
}

/** A delivery whose last attempt failed. */
export interface FailedDelivery {
  event_id: string;
  event: string;
  subscriber: string;
  attempts: number;
  failed_at: Date;
  failure: string | null;
}

/** The events that wait for a subscriber. */
export interface Undelivered {
  events: number;
  oldest_seconds: number;
}

/** Whether a delivery is due. $2 is the largest number of attempts. */
const IS_DUE = 'failed_at IS NULL AND next_attempt_at <= now() AND attempts < $2';

/** A delivery has no state of its own: it is deleted when it has succeeded, and parked when it has failed. */
const WORDS = { open: 'leased.failed_at IS NULL', queued: '', running: '', failed: 'failed_at = now()' };
const OLDEST = { order: 'event_id' };
/** The pause after an attempt, and the lease of it: no worker that died is waited for longer. */
const doubled = (seconds: number): string => `${Number(seconds)} * power(2, leased.attempts)`;

/** SQL of events and their deliveries. */
@Injectable()
export class EventsQueries {
  private readonly leases: LeasedRows<DeliveryLease['row']>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows(database, {
      name: 'event_deliveries',
      key: ['event_id', 'subscriber'],
      paced: true,
      more: ['name', 'request_id', 'team_id']
        .map((column) => `(SELECT ${column} FROM events WHERE id = leased.event_id) AS ${column}`)
        .join(', '),
      words: WORDS,
    });
  }

  async insert(event: Omit<StoredEvent, 'created_at'> & { request_id: string | null }): Promise<void> {
    const { id, name, version, team_id, payload, request_id } = event;
    await this.database.prepared.execute(
      'INSERT INTO events (id, name, version, team_id, payload, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, name, version, team_id, JSON.stringify(payload), request_id],
    );
  }

  /** Writes the deliveries of the oldest events that have none, due after the wait of the route. @returns the number of deliveries */
  insertDeliveries(routes: readonly Route[], limit: number): Promise<number> {
    return this.database.execute(
      `WITH relayed AS (
         UPDATE events SET relayed_at = now()
         WHERE id IN (SELECT id FROM events WHERE relayed_at IS NULL AND name = ANY($1)
                      ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED)
         RETURNING id, name)
       INSERT INTO event_deliveries (event_id, subscriber, next_attempt_at)
       SELECT relayed.id, route.subscriber, now() + route.wait_ms * interval '1 millisecond'
       FROM relayed JOIN unnest($1::text[], $2::text[], $3::integer[]) AS route (name, subscriber, wait_ms) USING (name)
       ON CONFLICT DO NOTHING`,
      [routes.map(({ name }) => name), routes.map((each) => each.subscriber), routes.map((each) => each.waitMs), limit],
    );
  }

  /** Whether a delivery waits for further events. */
  async hasWaiting(): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM event_deliveries WHERE attempts = 0 AND next_attempt_at > now()) AS found',
    );
    return found;
  }

  /** The subscribers with a due delivery, among the given ones. */
  async findDue(subscribers: readonly string[], maxAttempts: number): Promise<string[]> {
    const rows = await this.database.query<{ subscriber: string }>(
      `SELECT subscriber FROM unnest($1::text[]) AS known (subscriber)
       WHERE EXISTS (SELECT FROM event_deliveries delivery WHERE delivery.subscriber = known.subscriber AND ${IS_DUE})`,
      [subscribers, maxAttempts],
    );
    return rows.map(({ subscriber }) => subscriber);
  }

  /** Starts an attempt of a subscriber's oldest due delivery. The next attempt is due after the backoff, in seconds. */
  async startAttempt(subscriber: string, maxAttempts: number, backoff: number): Promise<Attempt | null> {
    const where = { sql: 'leased.subscriber = $1', values: [subscriber] };
    const [lease] = await this.leases.claimDue({ ...OLDEST, limit: 1, maxAttempts, seconds: doubled(backoff), where });
    if (!lease) return null;
    const { name, request_id, team_id } = lease.row;
    return { leases: [lease], subscriber, name, request_id, team_id, attempts: lease.attempt };
  }

  /**
   * Starts the first attempt of up to `most` further deliveries, due or not, to the same subscriber, of events with the same name
   * and team.
   */
  startFurther({ subscriber, name, team_id }: Attempt, most: number, backoff: number): Promise<DeliveryLease[]> {
    const sql = `leased.subscriber = $1 AND leased.attempts = 0 AND EXISTS (
      SELECT FROM events WHERE id = leased.event_id AND name = $2 AND team_id IS NOT DISTINCT FROM $3)`;
    const where = { sql, values: [subscriber, name, team_id] };
    return this.leases.claimDue({ ...OLDEST, limit: most, early: true, seconds: backoff, where });
  }

  /**
   * Locks deliveries for the open transaction. @returns their events, oldest first, without those that another attempt has taken
   * over. It waits for locked rows: a relay that looks for work may hold a row that it cannot claim for a moment.
   */
  lock({ leases, subscriber, attempts }: Attempt): Promise<StoredEvent[]> {
    return this.database.query<StoredEvent>(
      `SELECT event.id, event.name, event.version, event.team_id, event.payload, event.created_at
       FROM event_deliveries delivery JOIN events event ON event.id = delivery.event_id
       WHERE delivery.event_id = ANY($1) AND delivery.subscriber = $2 AND delivery.attempts = $3 AND failed_at IS NULL
       ORDER BY event.id FOR UPDATE OF delivery`,
      [leases.map(({ row }) => row.event_id), subscriber, attempts],
    );
  }

  async deleteDeliveries(eventIds: readonly string[], subscriber: string): Promise<void> {
    await this.database.execute('DELETE FROM event_deliveries WHERE event_id = ANY($1) AND subscriber = $2', [
      eventIds,
      subscriber,
    ]);
  }

  /** Stores the reason of a failed attempt, and parks the deliveries after the last attempt. */
  async recordFailure({ leases }: Attempt, failure: string, isLast: boolean): Promise<void> {
    for (const lease of leases) {
      await (isLast ? this.leases.fail(lease, { failure }) : this.leases.release(lease, { failure }));
    }
  }

  /** Parks deliveries whose worker died during the last attempt. @returns the number of deliveries. */
  async parkAbandoned(maxAttempts: number): Promise<number> {
    return (await this.leases.failExhausted(maxAttempts)).length;
  }

  /** Parked deliveries, with the oldest event first. */
  listFailed(limit: number): Promise<FailedDelivery[]> {
    return this.database.query<FailedDelivery>(
      `SELECT event_id, event.name AS event, subscriber, attempts, failed_at, failure
       FROM event_deliveries JOIN events event ON event.id = event_id
       WHERE failed_at IS NOT NULL ORDER BY event_id, subscriber LIMIT $1`,
      [limit],
    );
  }

  /** The number of events with a delivery that is due, running or not yet written, and the age of the oldest. */
  countUndelivered(): Promise<Undelivered> {
    return this.database.one<Undelivered>(
      `SELECT count(*)::integer AS events, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest_seconds
       FROM events WHERE id IN (
         SELECT id FROM events WHERE relayed_at IS NULL
         UNION SELECT event_id FROM event_deliveries WHERE failed_at IS NULL)`,
    );
  }

  /** The entries of a list in the payloads of a subscriber's events that are not relayed, due or running. */
  async countPending(name: string, subscriber: string, list: string): Promise<number> {
    const { entries } = await this.database.one<{ entries: number }>(
      `SELECT coalesce(sum(jsonb_array_length(payload -> $3)), 0)::integer AS entries FROM events
       WHERE name = $1 AND (relayed_at IS NULL OR EXISTS (
         SELECT FROM event_deliveries WHERE event_id = events.id AND subscriber = $2 AND failed_at IS NULL))`,
      [name, subscriber, list],
    );
    return entries;
  }

  /** The number of parked deliveries by subscriber. */
  countFailed(): Promise<{ subscriber: string; failed: number }[]> {
    return this.database.query<{ subscriber: string; failed: number }>(
      `SELECT subscriber, count(*)::integer AS failed FROM event_deliveries WHERE failed_at IS NOT NULL GROUP BY subscriber`,
    );
  }

  /** Makes parked deliveries due again, of one event or of all events. @returns the number of deliveries. */
  retryFailed(eventId: string | null): Promise<number> {
    return this.database.execute(
      `UPDATE event_deliveries SET failed_at = NULL, attempts = 0, lease_until = NULL, next_attempt_at = now()
       WHERE failed_at IS NOT NULL AND ($1::uuid IS NULL OR event_id = $1)`,
      [eventId],
    );
  }

  /** Deletes events that every subscriber has handled. @returns the number of events. */
  purge(days: number): Promise<number> {
    return this.database.deleteInBatches(
      'events',
      `relayed_at < now() - make_interval(days => $1)
         AND NOT EXISTS (SELECT 1 FROM event_deliveries WHERE event_id = events.id)`,
      [days],
    );
  }
}
