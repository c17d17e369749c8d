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

  async containsAny(keys: readonly string[]): Promise<boolean> {
    const row = await this.database.maybeOne('SELECT FROM suppressions WHERE key = ANY($1) LIMIT 1', [keys]);
    return row !== null;
  }
}
