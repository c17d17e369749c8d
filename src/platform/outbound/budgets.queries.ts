import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** The failures in a row after which a service is left alone. */
const MAX_FAILURES = 5;
/** How long it is left alone. */
const OPEN_SECONDS = 600;
/** How long other requests wait for the one that decides. */
const PROBE_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3_600;

const NOT_BEFORE = 'greatest(budget.allowed_at, budget.blocked_until, budget.open_until)';
/** A budget that was not used may save up `burst` turns. */
const NEXT = `greatest(budget.allowed_at, budget.blocked_until, now() - $3::integer * $2::float8 * interval '1 millisecond')`;

/** SQL of budgets. */
@Injectable()
export class BudgetsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Takes the next turn of a budget if it comes within `paceMs` milliseconds (the generic cell rate algorithm, in one statement).
   * @returns the milliseconds until the turn, which may be 0 or less; null if it comes later
   */
  async takeTurn(key: string, intervalMs: number, burst: number, paceMs: number): Promise<number | null> {
    const turn = await this.database.maybeOne<{ wait_ms: number }>(
      `INSERT INTO outbound_budgets AS budget (key, allowed_at) VALUES ($1, now() + (1 - $3::integer) * $2::float8 * interval '1 millisecond')
       ON CONFLICT (key) DO UPDATE SET
         allowed_at = ${NEXT} + $2::float8 * interval '1 millisecond',
         open_until = CASE WHEN budget.failures >= ${MAX_FAILURES} THEN now() + interval '${PROBE_SECONDS} s' END
       WHERE ${NOT_BEFORE} <= now() + $4::float8 * interval '1 millisecond'
       RETURNING (extract(epoch FROM budget.allowed_at - now()) * 1000)::float8 - $2::float8 AS wait_ms`,
      [key, intervalMs, burst, paceMs],
    );
    return turn?.wait_ms ?? null;
  }

  /** The end of the pause that a service has asked for; null without one. */
  async pauseEnd(key: string): Promise<Date | null> {
    const row = await this.database.maybeOne<{ blocked_until: Date }>(
      'SELECT blocked_until FROM outbound_budgets WHERE key = $1 AND blocked_until > now()',
      [key],
    );
    return row?.blocked_until ?? null;
  }

  /** The time of the next turn of a budget. */
  async nextTurn(key: string): Promise<Date> {
    const { at } = await this.database.one<{ at: Date }>(
      `SELECT coalesce((SELECT ${NOT_BEFORE} FROM outbound_budgets budget WHERE key = $1), now()) AS at`,
      [key],
    );
    return at;
  }

  /**
   * Stops the requests of a budget. Without a time, pauses in a row last one minute, two, four, up to an hour.
   * @param pauseMs null without a time. @returns the end of the pause
   */
  async block(key: string, pauseMs: number | null): Promise<Date> {
    const doubling = `least(${FIRST_PAUSE_SECONDS} * 2 ^ least(pauses, 10), ${MAX_PAUSE_SECONDS}) * interval '1 second'`;
    const { blocked_until } = await this.database.one<{ blocked_until: Date }>(
      `UPDATE outbound_budgets SET pauses = CASE WHEN $2::float8 IS NULL THEN pauses + 1 ELSE 0 END, failures = 0, open_until = NULL,
         blocked_until = greatest(blocked_until, now() + coalesce($2::float8 * interval '1 millisecond', ${doubling}))
       WHERE key = $1 RETURNING blocked_until`,
      [key, pauseMs],
    );
    return blocked_until;
  }

  /** Notes an answer, and what it said about the quota. */
  async succeed(key: string, quotaLeft: number | null): Promise<void> {
    await this.database.execute(
      `UPDATE outbound_budgets SET failures = 0, pauses = 0, open_until = NULL, quota_left = coalesce($2, quota_left)
       WHERE key = $1 AND (failures > 0 OR pauses > 0 OR open_until IS NOT NULL OR quota_left IS DISTINCT FROM coalesce($2, quota_left))`,
      [key, quotaLeft],
    );
  }

  /** Notes a request without a usable answer. After five in a row the service is left alone for ten minutes. */
  async fail(key: string): Promise<void> {
    await this.database.execute(
      `UPDATE outbound_budgets SET failures = failures + 1,
         open_until = CASE WHEN failures + 1 >= ${MAX_FAILURES} THEN now() + interval '${OPEN_SECONDS} s' END
       WHERE key = $1`,
      [key],
    );
  }
}
