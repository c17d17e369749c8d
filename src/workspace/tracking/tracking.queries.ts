import { Injectable } from '@nestjs/common';
import type { Settings } from '#market/sources/connectors/connector.js';
import { Database } from '#platform/database/database.js';

/** SQL of the sources of teams. */
@Injectable()
export class TrackingQueries {
  constructor(private readonly database: Database) {}

  /** The sources of a team: what it named them, by their ids. */
  async namedBy(teamId: string): Promise<Map<string, Settings | null>> {
    const rows = await this.database.query<{ source_id: string; settings: Settings | null }>(
      `SELECT team_source.source_id, team_source.settings
       FROM team_sources team_source JOIN sources source ON source.id = team_source.source_id
       WHERE team_id = $1 AND source.state <> 'removed'`,
      [teamId],
    );
    return new Map(rows.map(({ source_id, settings }) => [source_id, settings]));
  }

  /** The teams that have a source, with what they named it. */
  teamsOf(sourceId: string): Promise<{ team_id: string; settings: Settings | null }[]> {
    return this.database.query('SELECT team_id, settings FROM team_sources WHERE source_id = $1 ORDER BY team_id', [
      sourceId,
    ]);
  }

  /** @returns false if the team has it already */
  async insert(teamId: string, sourceId: string, seconds: number, settings: Settings): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO team_sources (team_id, source_id, interval_seconds, settings) VALUES ($1, $2, $3, $4::jsonb)
       ON CONFLICT DO NOTHING`,
      [teamId, sourceId, seconds, JSON.stringify(settings)],
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

  /** Sources that are fetched more often than the operator and each team want, with the shortest interval of the teams. */
  fetchedTooOften(): Promise<{ id: string; shortest: number | null }[]> {
    return this.database.query(
      `SELECT source.id, shortest FROM sources source
       LEFT JOIN (SELECT source_id, min(interval_seconds) AS shortest FROM team_sources GROUP BY source_id) teams
         ON source_id = source.id
       WHERE state <> 'removed'
         AND interval_seconds < least(shortest, CASE WHEN is_operators THEN coalesce(operator_interval_seconds, interval_seconds) END)`,
    );
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
