import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Credits that entries of one kind moved in the last day. */
export interface MovedCredits {
  kind: string;
  entries: number;
  credits: number;
}

/** Runs that failed for one reason in the last day. */
export interface FailedRuns {
  kind: string;
  reason: string;
  runs: number;
}

/** SQL of the start page of operators. Test mode is left out. */
@Injectable()
export class OverviewQueries {
  constructor(private readonly database: Database) {}

  creditsOfDay(): Promise<MovedCredits[]> {
    return this.database.query<MovedCredits>(
      `SELECT entry.kind, count(*)::integer AS entries, sum(abs(entry.amount))::float8 AS credits
       FROM credit_entries entry JOIN teams team ON team.id = entry.team_id AND team.live_team_id IS NULL
       WHERE entry.created_at > now() - interval '1 day' GROUP BY entry.kind ORDER BY entry.kind`,
    );
  }

  failedRunsOfDay(): Promise<FailedRuns[]> {
    return this.database.query<FailedRuns>(
      `SELECT run.kind, coalesce(run.failure_reason, 'internal_error') AS reason, count(*)::integer AS runs
       FROM runs run LEFT JOIN teams team ON team.id = run.team_id
       WHERE run.state = 'failed' AND run.finished_at > now() - interval '1 day' AND team.live_team_id IS NULL
       GROUP BY 1, 2 ORDER BY 3 DESC`,
    );
  }

  async mailsByState(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ state: string; mails: number }>(
      'SELECT state, count(*)::integer AS mails FROM mails GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
  }
}
