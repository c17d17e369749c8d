import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { RowOf } from '#platform/database/column-names.js';
import type { PlanRequest } from './plan-request.entity.js';

type Row = RowOf<PlanRequest>;

/** A request with its team and the person who made it. */
export interface ListedPlanRequest extends Pick<
  Row,
  'id' | 'team_id' | 'tier' | 'state' | 'requested_at' | 'decided_at'
> {
  team_name: string;
  /** The plan of the team now. */
  current_tier: string;
  /** The address of the person; null when the account is deleted. */
  requested_by: string | null;
}

/** SQL of the plans that teams ask for. Methods that write expect an open transaction. */
@Injectable()
export class PlanRequestsQueries {
  constructor(private readonly database: Database) {}

  /** @returns false if the team has already asked for the plan */
  async insert({ id, team_id, tier, requested_by }: Pick<Row, 'id' | 'team_id' | 'tier' | 'requested_by'>) {
    const inserted = await this.database.execute(
      `INSERT INTO plan_requests (id, team_id, tier, requested_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (team_id, tier) WHERE state = 'open' DO NOTHING`,
      [id, team_id, tier, requested_by],
    );
    return inserted === 1;
  }

  /** The open requests, the oldest first, then the last decided ones. Those of deleted teams are left out. */
  list(decided: number): Promise<ListedPlanRequest[]> {
    return this.database.query<ListedPlanRequest>(
      `WITH listed AS (
         SELECT * FROM plan_requests WHERE state = 'open'
         UNION ALL
         (SELECT * FROM plan_requests WHERE state <> 'open' ORDER BY decided_at DESC, id LIMIT $1))
       SELECT listed.id, listed.team_id, listed.tier, listed.state, listed.requested_at, listed.decided_at,
              team.name AS team_name, team.tier AS current_tier, person.email AS requested_by
       FROM listed JOIN teams team ON team.id = listed.team_id AND team.deleted_at IS NULL
         LEFT JOIN users person ON person.id = listed.requested_by
       ORDER BY listed.state <> 'open', CASE WHEN listed.state = 'open' THEN listed.requested_at END,
                listed.decided_at DESC, listed.id`,
      [decided],
    );
  }

  /** The open requests of a team. */
  openOf(teamId: string): Promise<Pick<Row, 'tier' | 'requested_at'>[]> {
    return this.database.query(
      `SELECT tier, requested_at FROM plan_requests WHERE team_id = $1 AND state = 'open' ORDER BY requested_at`,
      [teamId],
    );
  }

  /** Ends an open request. @returns null if it is not open */
  decide(id: string, state: 'granted' | 'declined'): Promise<Pick<Row, 'team_id' | 'tier' | 'requested_by'> | null> {
    return this.database.maybeOne(
      `UPDATE plan_requests SET state = $2, decided_at = now() WHERE id = $1 AND state = 'open'
       RETURNING team_id, tier, requested_by`,
      [id, state],
    );
  }

  /** Ends the other open requests of a team, which has a plan now. */
  async declineOthersOf(teamId: string): Promise<void> {
    await this.database.execute(
      `UPDATE plan_requests SET state = 'declined', decided_at = now() WHERE team_id = $1 AND state = 'open'`,
      [teamId],
    );
  }
}
