import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of exports. Everything runs in the transaction of the export. */
@Injectable()
export class ExportsQueries {
  constructor(private readonly database: Database) {}

  /** Makes this the only export of the team until the transaction ends. @returns false if another one is running */
  async lock(teamId: string): Promise<boolean> {
    const { locked } = await this.database.one<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('export ' || $1::text, 0)) AS locked`,
      [teamId],
    );
    return locked;
  }

  /** The number of rows that a SELECT returns. */
  async count({ text, values }: { text: string; values: unknown[] }): Promise<number> {
    const { found } = await this.database.one<{ found: number }>(
      `SELECT count(*)::integer AS found FROM (${text}) AS listed`,
      values,
    );
    return found;
  }
}
