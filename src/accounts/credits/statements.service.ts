import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, pageOf, window } from '#platform/operations/page.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import type { EntryKind } from './credit-entry.entity.js';

export const ENTRY_KINDS: readonly EntryKind[] = ['grant', 'refill', 'refund', 'charge', 'expiry'];

/** One line of a team's ledger, as the team reads it. */
export interface StatementLine {
  position: number;
  kind: EntryKind;
  amount: number;
  balance_after: number;
  action: string | null;
  reason: string | null;
  credential_kind: string;
  created_at: Date;
}

/** Credits spent, refunds taken off. `day` is `YYYY-MM-DD` in UTC. */
export interface DaySpending {
  day: string;
  credits: number;
}

type Row<T> = T & Record<string, unknown>;

/** What a team can read of its ledger. */
@Injectable()
export class StatementsService {
  constructor(private readonly database: Database) {}

  /** The team's entries, newest first; `kind` narrows to one kind. */
  async lines(teamId: string, kind: EntryKind | null, query: PageQuery): Promise<Page<StatementLine>> {
    const { limit, offset } = window(query);
    const rows = await this.database.query<Row<StatementLine>>(
      `SELECT position, kind, amount, balance_after, action, reason, credential_kind, created_at FROM credit_entries
       WHERE team_id = $1 AND ($2::text IS NULL OR kind = $2) ORDER BY position DESC LIMIT $3 OFFSET $4`,
      [teamId, kind, limit, offset],
    );
    return pageOf(rows, query);
  }

  /** Spending of the last `days` days, each day of them, today last. A refund counts on the day of its charge. */
  spendingByDay(teamId: string, days: number): Promise<DaySpending[]> {
    return this.database.query<Row<DaySpending>>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(sum(purchase.cost), 0) AS credits
       FROM generate_series(date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $2 - 1),
                            date_trunc('day', now() AT TIME ZONE 'UTC'), '1 day') AS day
       LEFT JOIN purchases purchase ON purchase.team_id = $1 AND purchase.state <> 'refunded'
         AND purchase.opened_at >= day AT TIME ZONE 'UTC' AND purchase.opened_at < (day + interval '1 day') AT TIME ZONE 'UTC'
       GROUP BY day ORDER BY day`,
      [teamId, days],
    );
  }

  /** Spending of the last `days` days by action, most first. */
  spendingByAction(teamId: string, days: number): Promise<{ action: string; credits: number }[]> {
    return this.database.query<{ action: string; credits: number }>(
      `SELECT action, sum(cost) AS credits FROM purchases
       WHERE team_id = $1 AND state <> 'refunded' AND opened_at > now() - make_interval(days => $2)
       GROUP BY action ORDER BY credits DESC, action`,
      [teamId, days],
    );
  }
}
