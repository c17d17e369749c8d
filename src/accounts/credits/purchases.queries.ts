import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A purchase to be opened. */
export interface NewPurchase {
  id: string;
  teamId: string;
  action: string;
  item: string;
  cost: number;
  budgetId: string | null;
  credentialKind: string;
  credentialId: string | null;
  requestId: string | null;
  deadlineSeconds: number;
}

/** What closing a purchase needs to know of it. */
export interface ClosedPurchase {
  team_id: string;
  action: string;
  thing: string;
  cost: number;
}

/** SQL of purchases. */
@Injectable()
export class PurchasesQueries {
  constructor(private readonly database: Database) {}

  /**
   * Inserts the purchase unless the same thing is already being bought; waits for a rival that has not committed yet.
   * @returns false when there is an open one already.
   */
  async insert(purchase: NewPurchase): Promise<boolean> {
    const inserted = await this.database.execute(
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

  /** Ends an open purchase; null when it was ended before, so late work cannot win. */
  close(id: string, state: 'settled' | 'refunded'): Promise<ClosedPurchase | null> {
    return this.database.maybeOne<ClosedPurchase>(
      `UPDATE purchases SET state = $2, closed_at = now() WHERE id = $1 AND state = 'open' RETURNING team_id, action, thing, cost`,
      [id, state],
    );
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
