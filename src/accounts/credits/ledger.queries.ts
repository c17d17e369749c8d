import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { CreditsMetrics } from './credits.metrics.js';
import type { EntryKind } from './credit-entry.entity.js';
import type { PoolPart } from './pool.parts.js';
import { BROKEN_POOLS } from './broken-pools.statement.js';

/** A movement of credits, before it is written to the ledger. */
export interface Movement {
  teamId: string;
  kind: EntryKind;
  amount: number;
  purchaseId?: string;
  periodEndsAt?: Date;
  action?: string;
  item?: string;
  reason?: string;
  /** Of the form that grants. A team has one entry with it. */
  nonce?: string;
  /** The parts of the amount that concern pools. The rest concerns the credits of the period. */
  parts?: readonly PoolPart[];
  actor: Actor;
}

/** The account of a team. */
export interface Account {
  balance: number;
  /** The position of the first entry of the period; 0 for the first entry. */
  period_start: number;
  /** The balance at the start of the period, and the credits added since. The rest of their sum was used. */
  period_credits: number;
}

/** A row that violates a rule of the ledger. */
export interface BrokenRule {
  rule: string;
  team_id: string;
  detail: string;
}

/** SQL of the ledger. Methods that write expect an open transaction. */
@Injectable()
export class LedgerQueries {
  constructor(
    private readonly database: Database,
    private readonly metrics: CreditsMetrics,
  ) {}

  /** Creates the account of a team unless it exists. @returns false for an unknown or deleted team */
  async openAccount(teamId: string): Promise<boolean> {
    const { known } = await this.database.one<{ known: boolean }>(
      `WITH team AS (SELECT id, deleted_at FROM teams WHERE id = $1),
            made AS (INSERT INTO credit_accounts (team_id) SELECT id FROM team ON CONFLICT DO NOTHING)
       SELECT EXISTS (SELECT FROM team WHERE deleted_at IS NULL) AS known`,
      [teamId],
    );
    return known;
  }

  /**
   * Locks the team's account until the transaction ends, so that the movements of a team are serialized.
   * @returns the balance, and the part of it that is in pools
   */
  async lock(teamId: string): Promise<{ balance: number; pooled: number }> {
    const row = await this.database.prepared.maybeOne<{ balance: number; pooled: number }>(
      'SELECT balance, pooled FROM credit_accounts WHERE team_id = $1 FOR UPDATE',
      [teamId],
    );
    return row ?? { balance: 0, pooled: 0 };
  }

  /** The cost of a team's purchases, net of refunds, and the balance after their last entry, or the balance now if they have none. */
  totalOf(teamId: string, purchaseIds: readonly string[]): Promise<{ charged: number; balance: number }> {
    return this.database.prepared.one<{ charged: number; balance: number }>(
      `SELECT coalesce(-sum(amount), 0) AS charged,
              coalesce((array_agg(balance_after ORDER BY position DESC))[1],
                       (SELECT balance FROM credit_accounts WHERE team_id = $1), 0) AS balance
       FROM credit_entries WHERE team_id = $1 AND purchase_id = ANY($2)`,
      [teamId, purchaseIds],
    );
  }

  /** The account of a team that has one, with the credits of its open purchases. */
  accountOf(teamId: string): Promise<(Account & { held: number }) | null> {
    return this.database.maybeOne<Account & { held: number }>(
      `SELECT balance, period_start, period_credits,
              (SELECT coalesce(sum(cost), 0) FROM purchases WHERE team_id = $1 AND state = 'open') AS held
       FROM credit_accounts WHERE team_id = $1`,
      [teamId],
    );
  }

  /** Whether the credits of the period with this end were added. */
  async hasRefill(teamId: string, periodEndsAt: Date): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM credit_entries WHERE team_id = $1 AND kind = 'refill' AND period_ends_at = $2) AS found`,
      [teamId, periodEndsAt],
    );
    return found;
  }

  /** Whether a form with this nonce has granted credits to the team. */
  async hasGrant(teamId: string, nonce: string): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM credit_entries WHERE team_id = $1 AND nonce = $2) AS found',
      [teamId, nonce],
    );
    return found;
  }

  /** Ends the period of an account of which nothing is left, without another one. What is left ends it by its expiry. */
  async endPeriod(teamId: string): Promise<void> {
    await this.database.execute(
      'UPDATE credit_accounts SET period_start = entries + 1, period_credits = balance WHERE team_id = $1',
      [teamId],
    );
  }

  async balanceOf(teamId: string): Promise<number> {
    const row = await this.database.prepared.maybeOne<{ balance: number }>(
      'SELECT balance FROM credit_accounts WHERE team_id = $1',
      [teamId],
    );
    return row?.balance ?? 0;
  }

  /** The balance of every team that ever had credits, or of those among `teamIds`, by the team's id. */
  async balances(teamIds: readonly string[] | null): Promise<Map<string, number>> {
    const rows = await this.database.query<{ team_id: string; balance: number }>(
      'SELECT team_id, balance FROM credit_accounts WHERE $1::uuid[] IS NULL OR team_id = ANY($1)',
      [teamIds],
    );
    return new Map(rows.map(({ team_id, balance }) => [team_id, balance]));
  }

  /** Changes the balance and writes the ledger entry. @returns the account afterwards */
  async move(movement: Movement): Promise<Account> {
    const { teamId, kind, amount, actor, parts = [] } = movement;
    const account = await this.database.prepared.one<Account & { position: number }>(
      `WITH account AS (
         UPDATE credit_accounts
         SET balance = balance + $2, entries = entries + 1, pooled = pooled + $12,
             period_start = CASE WHEN $5::timestamptz IS NOT NULL THEN entries + 1 ELSE period_start END,
             period_credits = CASE WHEN $5::timestamptz IS NOT NULL THEN balance + $2
                                   WHEN $3 = 'grant' THEN period_credits + $2
                                   -- Credits of a pool that ended were not used.
                                   WHEN $3 IN ('expiry', 'reversal') THEN greatest(0, period_credits + $2)
                                   ELSE period_credits END
         WHERE team_id = $1 RETURNING balance, entries, period_start, period_credits
       ), entry AS (
       INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, purchase_id, period_ends_at, action, thing,
                                   reason, credential_kind, credential_id, request_id, nonce)
       SELECT $1, account.entries, $3, $2, account.balance, $4, $5, $6, $7, $8, $9, $10, $11, $13 FROM account
       RETURNING position)
       SELECT balance, period_start, period_credits, position FROM account, entry`,
      [
        teamId,
        amount,
        kind,
        movement.purchaseId ?? null,
        movement.periodEndsAt ?? null,
        movement.action ?? null,
        movement.item ?? null,
        movement.reason ?? null,
        actor.kind,
        actor.id,
        actor.requestId,
        parts.reduce((sum, part) => sum + part.amount, 0),
        movement.nonce ?? null,
      ],
    );
    if (parts.length > 0) await this.movePools(teamId, account.position, parts);
    // The credits of test mode are not money.
    if (!isTestTeam(teamId)) {
      await this.database.afterCommit(() => this.metrics.count(kind, amount, movement.action));
    }
    return account;
  }

  private async movePools(teamId: string, position: number, parts: readonly PoolPart[]): Promise<void> {
    await this.database.prepared.execute(
      `WITH moved AS (
         UPDATE credit_pools SET remaining = remaining + part.amount
         FROM unnest($3::uuid[], $4::integer[]) AS part (pool_id, amount) WHERE id = part.pool_id
         RETURNING id, part.amount, remaining)
       INSERT INTO credit_pool_entries (team_id, position, pool_id, amount, remaining_after)
       SELECT $1, $2, id, amount, remaining FROM moved`,
      [teamId, position, parts.map(({ poolId }) => poolId), parts.map(({ amount }) => amount)],
    );
  }

  /** Checks all invariants of the ledger over the whole database. @returns the rows that violate one */
  brokenRules(): Promise<BrokenRule[]> {
    return this.database.query<BrokenRule>(`
      WITH steps AS (
        SELECT team_id, position, amount, balance_after,
               lag(balance_after, 1, 0) OVER ledger AS balance_before, lag(position, 1, 0) OVER ledger AS previous
        FROM credit_entries WINDOW ledger AS (PARTITION BY team_id ORDER BY position)
      ), sums AS (
        SELECT team_id, sum(amount) AS total, count(*) AS entries FROM credit_entries GROUP BY team_id
      ), paid AS (
        SELECT purchase_id, team_id, coalesce(-sum(amount) FILTER (WHERE kind = 'charge'), 0) AS charged,
               coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
        FROM credit_entries WHERE purchase_id IS NOT NULL GROUP BY purchase_id, team_id
      )
      SELECT 'entries continue each other' AS rule, team_id, format('position %s', position) AS detail
        FROM steps WHERE balance_before + amount <> balance_after OR position <> previous + 1 OR balance_after < 0
      UNION ALL
      SELECT 'balance equals the sum of the ledger', team_id, format('balance %s, sum %s', account.balance, coalesce(total, 0))
        FROM credit_accounts account FULL JOIN sums USING (team_id)
        WHERE account.balance IS DISTINCT FROM coalesce(total, 0) OR account.entries <> coalesce(sums.entries, 0)
      UNION ALL
      SELECT 'a purchase is charged once, and refunded if and only if its state is refunded', purchase.team_id, format('purchase %s', purchase.id)
        FROM purchases purchase LEFT JOIN paid ON paid.purchase_id = purchase.id AND paid.team_id = purchase.team_id
        WHERE coalesce(paid.charged, 0) <> purchase.cost
           OR coalesce(paid.refunded, 0) <> CASE purchase.state WHEN 'refunded' THEN purchase.cost ELSE 0 END
      UNION ALL
      SELECT 'an API key never spends beyond its cap', budget.team_id, format('budget %s', budget.id)
        FROM spend_budgets budget JOIN purchases purchase ON purchase.budget_id = budget.id AND purchase.state <> 'refunded'
        WHERE budget.kind = 'lifetime' GROUP BY budget.id HAVING sum(purchase.cost) > budget.highest_ceiling
      UNION ALL
      ${BROKEN_POOLS}`);
  }
}
