import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Purchase } from './purchase.entity.js';

/** Credits spent on one day, without refunded credits. `day` is `YYYY-MM-DD` in UTC. */
export interface DaySpending {
  day: string;
  credits: number;
}

/** Credits spent on one action, without refunded credits. */
export type ActionSpending = Pick<RowOf<Purchase>, 'action'> & { credits: number };

/** SQL of the first of the last `days` days in UTC, as a time without a zone. */
const firstDay = (days: string): string =>
  `date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => ${days} - 1)`;

/** SQL of the spending of teams. */
@Injectable()
export class StatementsQueries {
  constructor(private readonly database: Database) {}

  /** One row for each of the last `days` days, today last. A refund counts on the day of its charge. */
  spendingByDay(teamId: string, days: number): Promise<DaySpending[]> {
    return this.database.query<DaySpending>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(sum(purchase.cost), 0) AS credits
       FROM generate_series(${firstDay('$2')},
                            date_trunc('day', now() AT TIME ZONE 'UTC'), '1 day') AS day
       LEFT JOIN purchases purchase ON purchase.team_id = $1 AND purchase.state <> 'refunded'
         AND purchase.opened_at >= day AT TIME ZONE 'UTC' AND purchase.opened_at < (day + interval '1 day') AT TIME ZONE 'UTC'
       GROUP BY day ORDER BY day`,
      [teamId, days],
    );
  }

  /** One row for each action of the last `days` days, highest spending first. */
  spendingByAction(teamId: string, days: number): Promise<ActionSpending[]> {
    return this.database.query<ActionSpending>(
      `SELECT action, sum(cost) AS credits FROM purchases
       WHERE team_id = $1 AND state <> 'refunded' AND opened_at >= (${firstDay('$2')}) AT TIME ZONE 'UTC'
       GROUP BY action ORDER BY credits DESC, action`,
      [teamId, days],
    );
  }

  /** Whether a purchase of the action was not refunded. */
  async hasBought(teamId: string, action: string): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM purchases WHERE team_id = $1 AND action = $2 AND state <> 'refunded') AS found`,
      [teamId, action],
    );
    return found;
  }
}
