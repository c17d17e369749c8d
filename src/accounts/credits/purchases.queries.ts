import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { RowOf } from '#platform/database/column-names.js';
import type { Purchase } from './purchase.entity.js';

/** A purchase to be opened. */
export interface NewPurchase extends Omit<Purchase, 'thing' | 'state' | 'deadlineAt' | 'openedAt' | 'closedAt'> {
  item: string;
  deadlineSeconds: number;
}

/** The values of a closed purchase that its refund needs. */
export type ClosedPurchase = Pick<RowOf<Purchase>, 'team_id' | 'action' | 'thing' | 'cost' | 'request_id'>;

/** The open purchases of one action. */
export interface OpenPurchases {
  action: string;
  open: number;
  oldest_seconds: number;
}

/** SQL of purchases. */
@Injectable()
export class PurchasesQueries {
  constructor(private readonly database: Database) {}

  /**
   * Inserts the purchase unless an open purchase of the item exists. Waits for a concurrent insert to commit or roll
   * back.
   * @returns false when an open purchase exists
   */
  async insert(purchase: NewPurchase): Promise<boolean> {
    const inserted = await this.database.prepared.execute(
      `INSERT INTO purchases (id, team_id, action, thing, cost, budget_id, credential_kind, credential_id, request_id, deadline_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))
       ON CONFLICT (action, thing) WHERE state = 'open' DO NOTHING`,
      [
        purchase.id,
        purchase.teamId,
        purchase.action,
        purchase.item,
        purchase.cost,
        purchase.budgetId,
        purchase.credentialKind,
        purchase.credentialId,
        purchase.requestId,
        purchase.deadlineSeconds,
      ],
    );
    return inserted === 1;
  }

  findOpen(action: string, item: string): Promise<{ id: string } | null> {
    return this.database.maybeOne<{ id: string }>(
      `SELECT id FROM purchases WHERE action = $1 AND thing = $2 AND state = 'open'`,
      [action, item],
    );
  }

  /** The number of open purchases of each action, and the age of the oldest. */
  countOpen(): Promise<OpenPurchases[]> {
    return this.database.query<OpenPurchases>(
      `SELECT action, count(*)::integer AS open, extract(epoch FROM now() - min(opened_at))::float8 AS oldest_seconds
       FROM purchases WHERE state = 'open' GROUP BY action`,
    );
  }

  /** Closes an open purchase. Null when it was closed before, so that a late result is discarded. */
  close(id: string, state: 'settled' | 'refunded'): Promise<ClosedPurchase | null> {
    return this.database.prepared.maybeOne<ClosedPurchase>(
      `UPDATE purchases SET state = $2, closed_at = now() WHERE id = $1 AND state = 'open'
       RETURNING team_id, action, thing, cost, request_id`,
      [id, state],
    );
  }

  /** The id of the request that bought something; null if it is not known. */
  async requestOf(id: string): Promise<string | null> {
    const sql = 'SELECT request_id FROM purchases WHERE id = $1';
    return (await this.database.maybeOne<Pick<ClosedPurchase, 'request_id'>>(sql, [id]))?.request_id ?? null;
  }

  /** Open purchases whose deadline passed more than `graceSeconds` ago, oldest first. */
  async findOverdue(graceSeconds: number, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM purchases WHERE state = 'open' AND deadline_at < now() - make_interval(secs => $1) ORDER BY deadline_at LIMIT $2`,
      [graceSeconds, limit],
    );
    return rows.map((row) => row.id);
  }
}
