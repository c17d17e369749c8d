import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of watchlists. */
@Injectable()
export class WatchlistQueries {
  constructor(private readonly database: Database) {}

  /** Ids of the products a team follows, last followed first. */
  async followed(teamId: string, limit: number | null = null, offset = 0): Promise<string[]> {
    const rows = await this.database.query<{ product_id: string }>(
      'SELECT product_id FROM follows WHERE team_id = $1 ORDER BY created_at DESC, product_id DESC LIMIT $2 OFFSET $3',
      [teamId, limit, offset],
    );
    return rows.map((row) => row.product_id);
  }

  async countOf(teamId: string): Promise<number> {
    const { used } = await this.database.one<{ used: number }>(
      'SELECT count(*) AS used FROM follows WHERE team_id = $1',
      [teamId],
    );
    return used;
  }

  async follows(teamId: string, productId: string): Promise<boolean> {
    const row = await this.database.maybeOne('SELECT FROM follows WHERE team_id = $1 AND product_id = $2', [
      teamId,
      productId,
    ]);
    return row !== null;
  }

  /** Lets the changes of one team's watchlist happen one after another, until the open transaction ends. */
  async lock(teamId: string): Promise<void> {
    // Not the team's key: rows that merely refer to the team may go on being written.
    await this.database.query('SELECT FROM teams WHERE id = $1 FOR NO KEY UPDATE', [teamId]);
  }

  async insert(teamId: string, productId: string): Promise<void> {
    await this.database.execute('INSERT INTO follows (team_id, product_id) VALUES ($1, $2)', [teamId, productId]);
  }

  /** @returns whether it was there. */
  async remove(teamId: string, productId: string): Promise<boolean> {
    const removed = await this.database.execute('DELETE FROM follows WHERE team_id = $1 AND product_id = $2', [
      teamId,
      productId,
    ]);
    return removed > 0;
  }
}
