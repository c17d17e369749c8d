import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Feed } from './feed.conditions.js';
import { feedStatement } from './feed.statement.js';

/** The SQLSTATE of a statement that took too long. */
const QUERY_CANCELED = '57014';

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

  /** Like `count`, but null if counting takes longer than so many milliseconds. */
  countWithin(milliseconds: number, feed: Feed, most: number): Promise<number | null> {
    return this.within(milliseconds, () => this.count(feed, most));
  }

  /** Like `findIds`, but null if the search takes longer than so many milliseconds. */
  findIdsWithin(milliseconds: number, feed: Feed): Promise<string[] | null> {
    return this.within(milliseconds, () => this.findIds(feed));
  }

  private async within<T>(milliseconds: number, work: () => Promise<T>): Promise<T | null> {
    try {
      return await this.database.transaction(async () => {
        await this.database.execute(`SET LOCAL statement_timeout = ${milliseconds}`);
        return work();
      });
    } catch (error) {
      if ((error as { code?: string }).code === QUERY_CANCELED) return null;
      throw error;
    }
  }
}
