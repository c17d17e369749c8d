import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Feed, feedStatement } from './feed.statement.js';

/** SQL of the listing. */
@Injectable()
export class FeedQueries {
  constructor(private readonly database: Database) {}

  /** Ids of the opportunities a feed asks for, in its order. */
  async idsOf(feed: Feed): Promise<string[]> {
    const statement = feedStatement(feed);
    if (!statement) return [];
    return (await this.database.query<{ id: string }>(statement.text, statement.values)).map(({ id }) => id);
  }
}
