import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { BUDGET_USE } from './budget-use.statement.js';

/** The limit of a budget, and the credits that count against it. */
export interface BudgetState {
  limit: number;
  used: number;
  /** Null without a daily cap. */
  daily_limit: number | null;
  /** Credits of purchases that were opened today, in UTC, and not refunded. */
  daily_used: number;
}

/** SQL of spend budgets. */
@Injectable()
export class BudgetsQueries {
  constructor(private readonly database: Database) {}

  async setLimits(id: string, limit: number, dailyLimit: number | null): Promise<void> {
    await this.database.execute(
      `UPDATE spend_budgets SET ceiling = $2, highest_ceiling = greatest(highest_ceiling, $2), daily_ceiling = $3
       WHERE id = $1`,
      [id, limit, dailyLimit],
    );
  }

  /** Locks a budget until the transaction ends: a rotated key and its successor share one. */
  async lock(id: string): Promise<void> {
    await this.database.query('SELECT FROM spend_budgets WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** The state of a budget now. */
  stateOf(id: string): Promise<BudgetState> {
    return this.database.prepared.one<BudgetState>(
      `SELECT budget.ceiling AS "limit", spent.used, budget.daily_ceiling AS daily_limit, spent.today AS daily_used
       FROM spend_budgets budget, ${BUDGET_USE} WHERE budget.id = $1`,
      [id],
    );
  }
}
