import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of teams. */
@Injectable()
export class TeamsQueries {
  constructor(private readonly database: Database) {}

  /** Whether the team is suspended; null if it does not exist or is deleted. */
  async isSuspended(teamId: string): Promise<boolean | null> {
    const [team] = await this.database.prepared.query<{ is_suspended: boolean }>(
      'SELECT suspended_at IS NOT NULL AS is_suspended FROM teams WHERE id = $1 AND deleted_at IS NULL',
      [teamId],
    );
    return team?.is_suspended ?? null;
  }

  /** Marks a team and its shadow team as suspended, or as not suspended. */
  async setSuspended(teamId: string, isSuspended: boolean): Promise<void> {
    await this.database.execute(
      `UPDATE teams SET suspended_at = CASE WHEN $2 THEN now() END WHERE id = $1 OR live_team_id = $1`,
      [teamId, isSuspended],
    );
  }
}
