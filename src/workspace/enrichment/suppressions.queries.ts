import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of suppressions. */
@Injectable()
export class SuppressionsQueries {
  constructor(private readonly database: Database) {}

  /** @returns false for a key that already exists */
  async insert(key: string): Promise<boolean> {
    return (
      (await this.database.execute('INSERT INTO suppressions (key) VALUES ($1) ON CONFLICT DO NOTHING', [key])) === 1
    );
  }

  /** @returns false for a key that does not exist */
  async delete(key: string): Promise<boolean> {
    return (await this.database.execute('DELETE FROM suppressions WHERE key = $1', [key])) === 1;
  }

  /** All keys, the newest first. */
  list(): Promise<{ key: string; created_at: Date }[]> {
    return this.database.query('SELECT key, created_at FROM suppressions ORDER BY created_at DESC, key');
  }

  /** Whether one of these keys is suppressed or, with a team, on the list of the team. */
  async containsAny(keys: readonly string[], teamId: string | null): Promise<boolean> {
    const row = await this.database.prepared.maybeOne(
      `SELECT FROM (SELECT FROM suppressions WHERE key = ANY($1)
                    UNION ALL SELECT FROM team_suppressions WHERE team_id = $2 AND key = ANY($1)) AS found LIMIT 1`,
      [keys, teamId],
    );
    return row !== null;
  }
}
