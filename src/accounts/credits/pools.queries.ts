import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { RowOf } from '#platform/database/column-names.js';
import type { CreditPool } from './credit-pool.entity.js';
import type { PoolPart, UsablePool } from './pool.parts.js';

type Row = RowOf<CreditPool>;

/** A new pool, without credits. */
type NewPool = Pick<Row, 'id' | 'team_id' | 'kind' | 'source_id' | 'granted' | 'only_action'> & {
  /** Null for a pool that never expires. */
  months: number | null;
};

/** SQL of pools of credits. Methods that write expect an open transaction with the lock on the account. */
@Injectable()
export class PoolsQueries {
  constructor(private readonly database: Database) {}

  /** The pools of a team that have credits, the oldest first. */
  withCredits(teamId: string): Promise<UsablePool[]> {
    return this.database.prepared.query<UsablePool>(
      `SELECT id, remaining, only_action, reversed_at IS NOT NULL OR coalesce(expires_at <= now(), false) AS is_ended
       FROM credit_pools WHERE team_id = $1 AND remaining > 0 ORDER BY created_at, id`,
      [teamId],
    );
  }

  /** The pools of a team that have credits, in full, the oldest first. */
  list(teamId: string): Promise<Row[]> {
    return this.database.query<Row>(
      `SELECT * FROM credit_pools WHERE team_id = $1 AND remaining > 0 AND reversed_at IS NULL
         AND coalesce(expires_at > now(), true) ORDER BY created_at, id`,
      [teamId],
    );
  }

  /** @returns false if the source has made a pool before, or the team has welcome credits */
  async insert({ id, team_id, kind, source_id, granted, only_action, months }: NewPool): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO credit_pools (id, team_id, kind, source_id, granted, only_action, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(months => $7)) ON CONFLICT DO NOTHING`,
      [id, team_id, kind, source_id, granted, only_action, months],
    );
    return inserted === 1;
  }

  /** What a charge took from each pool, as the parts of its refund. */
  partsOfRefund(purchaseId: string): Promise<PoolPart[]> {
    return this.database.prepared.query<PoolPart & Record<string, unknown>>(
      `SELECT part.pool_id AS "poolId", -part.amount AS amount
       FROM credit_entries entry JOIN credit_pool_entries part USING (team_id, position)
       WHERE entry.purchase_id = $1 AND entry.kind = 'charge'`,
      [purchaseId],
    );
  }

  /** Ends a pack whose payment came back. @returns false if there is none, or it has ended before */
  async reverse(paymentId: string): Promise<boolean> {
    const reversed = await this.database.execute(
      `UPDATE credit_pools SET reversed_at = now() WHERE kind = 'pack' AND source_id = $1 AND reversed_at IS NULL`,
      [paymentId],
    );
    return reversed === 1;
  }

  /** The teams with credits in pools that have ended. */
  async teamsWithEnded(): Promise<string[]> {
    const rows = await this.database.query<{ team_id: string }>(
      `SELECT DISTINCT team_id FROM credit_pools
       WHERE remaining > 0 AND (expires_at <= now() OR reversed_at IS NOT NULL)`,
    );
    return rows.map(({ team_id }) => team_id);
  }

  /** The pools of a team that have ended and still have credits. */
  ended(teamId: string): Promise<Pick<Row, 'id' | 'remaining' | 'reversed_at'>[]> {
    return this.database.query(
      `SELECT id, remaining, reversed_at FROM credit_pools
       WHERE team_id = $1 AND remaining > 0 AND (expires_at <= now() OR reversed_at IS NOT NULL) ORDER BY created_at, id`,
      [teamId],
    );
  }

  /** Whether the welcome credits of a team have bought one of these things, without a refund. */
  async hasWelcomed(teamId: string, action: string, things: readonly string[]): Promise<boolean> {
    const { found } = await this.database.prepared.one<{ found: boolean }>(
      `SELECT EXISTS (
         SELECT FROM credit_pools pool JOIN credit_pool_entries part ON part.pool_id = pool.id
           JOIN credit_entries entry ON entry.team_id = part.team_id AND entry.position = part.position
           JOIN purchases purchase ON purchase.id = entry.purchase_id
         WHERE pool.team_id = $1 AND pool.kind = 'welcome' AND entry.kind = 'charge' AND purchase.action = $2
           AND purchase.thing = ANY($3) AND purchase.state <> 'refunded') AS found`,
      [teamId, action, things],
    );
    return found;
  }
}
