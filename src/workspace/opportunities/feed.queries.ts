import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Feed } from './feed.conditions.js';
import { feedStatement } from './feed.statement.js';

/** SQL of the listing. */
@Injectable()
export class FeedQueries {
  constructor(private readonly database: Database) {}

  /** The ids of the opportunities of a feed, in its order. */
  async findIds(feed: Feed): Promise<string[]> {
    const statement = feedStatement(feed);
    // Not a named prepared statement, so that PostgreSQL plans each statement for its values.
    const rows = statement ? await this.database.query<{ id: string }>(statement.text, statement.values) : [];
    return rows.map(({ id }) => id);
  }

  /** How many opportunities a feed has, counted up to `most`, whatever its page is. */
  async count(feed: Feed, most: number): Promise<number> {
    const statement = feedStatement({ ...feed, limit: most, offset: 0 });
    if (!statement) return 0;
    const { found } = await this.database.one<{ found: number }>(
      `SELECT count(*)::integer AS found FROM (${statement.text}) AS feed`,
      statement.values,
    );
    return found;
  }
}
