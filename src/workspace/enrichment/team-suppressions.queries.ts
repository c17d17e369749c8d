import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { TeamSuppression } from './team-suppression.entity.js';

/** A row of a team's own list. */
export type TeamSuppressionRow = Pick<RowOf<TeamSuppression>, 'id' | 'key' | 'created_at'>;

const COLUMNS = 'id, key, created_at';

/** Any number that no other advisory lock uses, besides the hash of the team's id. */
const LIST_LOCK = 5_318_009;

/** SQL of the people and domains that a team does not want to contact. */
@Injectable()
export class TeamSuppressionsQueries {
  constructor(private readonly database: Database) {}

  /** Makes other additions of the team, and results of its unlocks, wait until the open transaction ends. */
  async lock(teamId: string): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LIST_LOCK, teamId]);
  }

  /** Makes additions of the team wait until the open transaction ends, and waits for those in progress. */
  async lockShared(teamId: string): Promise<void> {
    await this.database.prepared.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [LIST_LOCK, teamId]);
  }

  find(teamId: string, key: string): Promise<TeamSuppressionRow | null> {
    return this.database.maybeOne<TeamSuppressionRow>(
      `SELECT ${COLUMNS} FROM team_suppressions WHERE team_id = $1 AND key = $2`,
      [teamId, key],
    );
  }

  insert(teamId: string, key: string): Promise<TeamSuppressionRow> {
    return this.database.one<TeamSuppressionRow>(
      `INSERT INTO team_suppressions (id, team_id, key) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
      [uuidv7(), teamId, key],
    );
  }

  /** The values that the team has unlocked of people with this identity key. */
  async findUnlocked(teamId: string, key: string): Promise<string[]> {
    const rows = await this.database.query<{ value: string }>(
      'SELECT DISTINCT value FROM unlocks WHERE team_id = $1 AND identity_keys && ARRAY[$2] AND value IS NOT NULL',
      [teamId, key],
    );
    return rows.map(({ value }) => value);
  }

  /** @returns false for a row that the team does not have */
  async delete(teamId: string, id: string): Promise<boolean> {
    const deleted = await this.database.execute('DELETE FROM team_suppressions WHERE team_id = $1 AND id = $2', [
      teamId,
      id,
    ]);
    return deleted === 1;
  }

  /** Deletes all rows of a team. */
  async deleteOf(teamId: string): Promise<void> {
    await this.database.execute('DELETE FROM team_suppressions WHERE team_id = $1', [teamId]);
  }

  async count(teamId: string): Promise<number> {
    const row = await this.database.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM team_suppressions WHERE team_id = $1',
      [teamId],
    );
    return row.count;
  }

  /** Rows of the team, the newest first; with `after`, only rows older than the one with this id. */
  list(teamId: string, { after, limit }: { after: string | null; limit: number }): Promise<TeamSuppressionRow[]> {
    return this.database.query<TeamSuppressionRow>(
      `SELECT ${COLUMNS} FROM team_suppressions WHERE team_id = $1 AND ($2::uuid IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
      [teamId, after, limit],
    );
  }

  /** Whether the team has one of these keys on its list. */
  async containsAny(teamId: string, keys: readonly string[]): Promise<boolean> {
    const row = await this.database.maybeOne(
      'SELECT FROM team_suppressions WHERE team_id = $1 AND key = ANY($2) LIMIT 1',
      [teamId, keys],
    );
    return row !== null;
  }

  /** Whether the team has a list at all. */
  async hasAny(teamId: string): Promise<boolean> {
    const row = await this.database.prepared.maybeOne('SELECT FROM team_suppressions WHERE team_id = $1 LIMIT 1', [
      teamId,
    ]);
    return row !== null;
  }
}
