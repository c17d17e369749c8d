import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Feed } from './feed.conditions.js';
import { feedStatement } from './feed.statement.js';

/** SQL of the listing. */
@Injectable()
export class FeedQueries {
  constructor(private readonly database: Database) {}

  /** Ids of the opportunities a feed asks for, in its order. */
  async findIds(feed: Feed): Promise<string[]> {
    const statement = feedStatement(feed);
    // Not prepared under a name: PostgreSQL is to plan each statement for the values that are asked for.
    const rows = statement ? await this.database.query<{ id: string }>(statement.text, statement.values) : [];
    return rows.map(({ id }) => id);
  }
}
