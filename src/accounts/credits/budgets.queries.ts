import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** The limit of a budget, and the credits that count against it. */
export interface BudgetState {
  limit: number;
  used: number;
  /** Null without a daily cap. */
  daily_limit: number | null;
  /** Credits of purchases that were opened today, in UTC, and not refunded. */
  daily_used: number;
}

/** The window of a rolling budget. */
const ROLLING_DAYS = 30;

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

  /** The state of a budget now. Refunded purchases do not count. In a rolling budget, purchases count for 30 days. */
  stateOf(id: string): Promise<BudgetState> {
    return this.database.one<BudgetState>(
      `SELECT budget.ceiling AS "limit", coalesce(sum(purchase.cost), 0) AS used, budget.daily_ceiling AS daily_limit,
              coalesce(sum(purchase.cost) FILTER (WHERE purchase.opened_at >= date_trunc('day', now(), 'UTC')), 0) AS daily_used
       FROM spend_budgets budget
       LEFT JOIN purchases purchase ON purchase.budget_id = budget.id AND purchase.state <> 'refunded'
         AND (budget.kind = 'lifetime' OR purchase.opened_at > now() - make_interval(days => ${ROLLING_DAYS}))
       WHERE budget.id = $1 GROUP BY budget.id`,
      [id],
    );
  }
}
