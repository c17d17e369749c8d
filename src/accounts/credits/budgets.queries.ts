import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';

/** The window of a rolling budget. */
const ROLLING_DAYS = 30;

/** SQL of spend budgets. */
@Injectable()
export class BudgetsQueries {
  constructor(private readonly database: Database) {}

  /** @returns the id of the new budget. */
  async create(teamId: string, kind: 'lifetime' | 'rolling', ceiling: number): Promise<string> {
    const id = uuidv7();
    await this.database.query(
      'INSERT INTO spend_budgets (id, team_id, kind, ceiling, highest_ceiling) VALUES ($1, $2, $3, $4, $4)',
      [id, teamId, kind, ceiling],
    );
    return id;
  }

  async setCeiling(id: string, ceiling: number): Promise<void> {
    await this.database.execute(
      'UPDATE spend_budgets SET ceiling = $2, highest_ceiling = greatest(highest_ceiling, $2) WHERE id = $1',
      [id, ceiling],
    );
  }

  /** Ceiling and what counts against it now: refunds are off, and a rolling budget forgets after 30 days. */
  stateOf(id: string): Promise<{ ceiling: number; used: number }> {
    return this.database.one<{ ceiling: number; used: number }>(
      `SELECT budget.ceiling, coalesce(sum(purchase.cost), 0) AS used
       FROM spend_budgets budget
       LEFT JOIN purchases purchase ON purchase.budget_id = budget.id AND purchase.state <> 'refunded'
         AND (budget.kind = 'lifetime' OR purchase.opened_at > now() - make_interval(days => ${ROLLING_DAYS}))
       WHERE budget.id = $1 GROUP BY budget.id`,
      [id],
    );
  }
}
