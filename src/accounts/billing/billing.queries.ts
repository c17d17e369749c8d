import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import { PAYING_STATES } from '#accounts/teams/plans.js';
import type { BillingEvent } from './billing-event.entity.js';
import type { BillingPayment } from './billing-payment.entity.js';
import type { BillingNotice, ReadSubscription } from './billing.provider.js';
import type { BillingSubscription } from './billing-subscription.entity.js';

export type EventRow = RowOf<BillingEvent>;
export type SubscriptionRow = RowOf<BillingSubscription>;
export type PaymentRow = RowOf<BillingPayment>;

/** The team of a customer. */
export interface CustomerTeam {
  team_id: string;
  is_deleted: boolean;
}

/** SQL of billing. Methods that write a reading expect an open transaction. */
@Injectable()
export class BillingQueries {
  readonly leases: LeasedRows<EventRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<EventRow>(database, { name: 'billing_events', key: ['id'], paced: true });
  }

  /** Stores an event, as received now, which may be long after its transaction began. One without a subject needs no work. @returns false if it is stored already */
  async insertEvent({ id, type, subject }: BillingNotice): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO billing_events (id, type, subject_kind, subject_id, received_at, state, outcome, finished_at)
       VALUES ($1, $2, $3, $4, clock_timestamp(), CASE WHEN $3::text IS NULL THEN 'completed' ELSE 'queued' END,
               CASE WHEN $3::text IS NULL THEN 'ignored' END, CASE WHEN $3::text IS NULL THEN now() END)
       ON CONFLICT DO NOTHING`,
      [id, type, subject?.kind ?? null, subject?.id ?? null],
    );
    return inserted === 1;
  }

  /** The newest events, or those that failed. */
  listEvents(limit: number, isFailed: boolean): Promise<EventRow[]> {
    return this.database.query<EventRow>(
      `SELECT * FROM billing_events WHERE NOT $2 OR state = 'failed' ORDER BY received_at DESC, id LIMIT $1`,
      [limit, isFailed],
    );
  }

  /** Makes a failed event due again, or all failed events. @returns their number */
  retryFailed(id: string | null): Promise<number> {
    return this.database.execute(
      `UPDATE billing_events SET state = 'queued', attempts = 0, next_attempt_at = now(), finished_at = NULL
       WHERE state = 'failed' AND ($1::text IS NULL OR id = $1)`,
      [id],
    );
  }

  /** The number of events that wait or have failed, and the age of the oldest that waits, in seconds. */
  backlog(): Promise<{ waiting: number; failed: number; oldest_seconds: number }> {
    return this.database.one(
      `SELECT count(*) FILTER (WHERE state <> 'failed')::integer AS waiting, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
              coalesce(extract(epoch FROM now() - min(received_at) FILTER (WHERE state <> 'failed')), 0)::float8 AS oldest_seconds
       FROM billing_events WHERE state IN ('queued', 'running', 'failed')`,
    );
  }

  /** The time of the database, with microseconds. */
  async now(): Promise<string> {
    return (await this.database.one<{ now: string }>('SELECT clock_timestamp()::text AS now')).now;
  }

  /** Whether a reading of the subject of an event that began after the event came is stored. */
  async isAnswered({ id, subject_kind }: Pick<EventRow, 'id' | 'subject_kind'>): Promise<boolean> {
    const table = subject_kind === 'subscription' ? 'billing_subscriptions' : 'billing_payments';
    const { found } = await this.database.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM billing_events event JOIN ${table} stored ON stored.id = event.subject_id
                      WHERE event.id = $1 AND stored.read_at > event.received_at) AS found`,
      [id],
    );
    return found;
  }

  /** Stores the customer of a team unless it has one. @returns the customer that it has */
  async insertCustomer(teamId: string, customerId: string): Promise<string> {
    await this.database.execute(
      'INSERT INTO billing_customers (team_id, customer_id) VALUES ($1, $2) ON CONFLICT (team_id) DO NOTHING',
      [teamId, customerId],
    );
    const customer = await this.findCustomer(teamId);
    if (customer === null) throw new Error(`The customer of team ${teamId} is that of another team`);
    return customer;
  }

  async findCustomer(teamId: string): Promise<string | null> {
    const row = await this.database.maybeOne<{ customer_id: string }>(
      'SELECT customer_id FROM billing_customers WHERE team_id = $1',
      [teamId],
    );
    return row?.customer_id ?? null;
  }

  findTeam(customerId: string): Promise<CustomerTeam | null> {
    return this.database.maybeOne<CustomerTeam>(
      `SELECT customer.team_id, team.deleted_at IS NOT NULL AS is_deleted
       FROM billing_customers customer JOIN teams team ON team.id = customer.team_id WHERE customer.customer_id = $1`,
      [customerId],
    );
  }

  /** Holds what is stored of a customer until the transaction ends, so that its readings are applied one after the other. */
  async lockCustomer(teamId: string): Promise<void> {
    await this.database.execute('SELECT FROM billing_customers WHERE team_id = $1 FOR UPDATE', [teamId]);
  }

  /** Stores a reading. @returns false if a reading that began later is stored */
  async putSubscription(
    teamId: string,
    { id, status, ...read }: ReadSubscription,
    { tier, readAt }: { tier: string | null; readAt: string },
  ): Promise<boolean> {
    const written = await this.database.execute(
      `INSERT INTO billing_subscriptions AS stored (id, team_id, tier, status, period_starts_at, period_ends_at, is_paid,
                                                    ends_with_period, created_at, read_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET tier = excluded.tier, status = excluded.status,
         period_starts_at = excluded.period_starts_at, period_ends_at = excluded.period_ends_at,
         is_paid = excluded.is_paid, ends_with_period = excluded.ends_with_period, read_at = excluded.read_at
       WHERE stored.read_at < excluded.read_at AND stored.team_id = excluded.team_id`,
      [
        ...[id, teamId, tier, status, read.periodStartsAt, read.periodEndsAt, read.isPaid, read.endsWithPeriod],
        ...[read.createdAt, readAt],
      ],
    );
    return written === 1;
  }

  /** The subscriptions of a team, the one that gives it its plan first: that runs, with the largest plan, the newest. */
  subscriptionsOf(teamId: string): Promise<SubscriptionRow[]> {
    return this.database.query<SubscriptionRow>(
      `SELECT * FROM billing_subscriptions WHERE team_id = $1
       ORDER BY status IN ${PAYING_STATES} DESC,
                array_position(ARRAY['enterprise', 'scale', 'growth', 'starter'], tier), created_at DESC, id`,
      [teamId],
    );
  }

  /** The number of subscriptions and packs that a team has paid for. */
  async countPaid(teamId: string): Promise<number> {
    const { paid } = await this.database.one<{ paid: number }>(
      `SELECT (SELECT count(*) FROM billing_subscriptions WHERE team_id = $1 AND is_paid)::integer
            + (SELECT count(*) FROM billing_payments WHERE team_id = $1 AND state <> 'open')::integer AS paid`,
      [teamId],
    );
    return paid;
  }

  /** Stores a reading. @returns false if a reading that began later is stored */
  async putPayment({ id, team_id, credits, state }: Omit<PaymentRow, 'read_at'>, readAt: string): Promise<boolean> {
    const written = await this.database.execute(
      `INSERT INTO billing_payments AS stored (id, team_id, credits, state, read_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, read_at = excluded.read_at
       WHERE stored.read_at < excluded.read_at AND stored.team_id = excluded.team_id`,
      [id, team_id, credits, state, readAt],
    );
    return written === 1;
  }
}
