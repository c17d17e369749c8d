import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of the sources of teams. */
@Injectable()
export class TrackingQueries {
  constructor(private readonly database: Database) {}

  async idsOf(teamId: string): Promise<string[]> {
    const rows = await this.database.query<{ source_id: string }>(
      `SELECT team_source.source_id FROM team_sources team_source JOIN sources source ON source.id = team_source.source_id
       WHERE team_id = $1 AND source.state <> 'removed'`,
      [teamId],
    );
    return rows.map(({ source_id }) => source_id);
  }

  /** @returns false if the team has it already */
  async insert(teamId: string, sourceId: string, seconds: number): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO team_sources (team_id, source_id, interval_seconds) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [teamId, sourceId, seconds],
    );
    return inserted === 1;
  }

  /** @returns false if the team did not have it */
  async delete(teamId: string, sourceId: string): Promise<boolean> {
    const deleted = await this.database.execute('DELETE FROM team_sources WHERE team_id = $1 AND source_id = $2', [
      teamId,
      sourceId,
    ]);
    return deleted === 1;
  }

  /** Sources that only teams wanted, and that no team has any more. Younger ones may be about to get their team. */
  async unwanted(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM sources WHERE state <> 'removed' AND NOT is_operators AND created_at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM team_sources WHERE source_id = sources.id)`,
    );
    return rows.map(({ id }) => id);
  }

  /** The shortest interval of the teams that have a source; null if none has. */
  async shortestOf(sourceId: string): Promise<number | null> {
    const { seconds } = await this.database.one<{ seconds: number | null }>(
      'SELECT min(interval_seconds) AS seconds FROM team_sources WHERE source_id = $1',
      [sourceId],
    );
    return seconds;
  }
}
