import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of teams. Every purchase runs it. */
@Injectable()
export class TeamsQueries {
  constructor(private readonly database: Database) {}

  /** Whether the team exists and is not deleted. */
  async exists(teamId: string): Promise<boolean> {
    const found = await this.database.prepared.query('SELECT FROM teams WHERE id = $1 AND deleted_at IS NULL', [
      teamId,
    ]);
    return found.length > 0;
  }
}
