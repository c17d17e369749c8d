import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Feed } from './feed.conditions.js';
import { feedStatement } from './feed.statement.js';
import { isRare, rareTextStatement, sampleStatement, type TierSample } from './rare-text.statement.js';

/** SQL of the listing. */
@Injectable()
export class FeedQueries {
  constructor(private readonly database: Database) {}

  /**
   * Ids of the opportunities a feed asks for, in its order. A text that few hold is asked of an index; any other, or none,
   * is met on a walk. That changes the time, never the answer.
   */
  async idsOf(feed: Feed): Promise<string[]> {
    const statement = (await this.looksForRareText(feed)) ? rareTextStatement(feed) : feedStatement(feed);
    if (!statement) return [];
    return (await this.database.query<{ id: string }>(statement.text, statement.values)).map(({ id }) => id);
  }

  private async looksForRareText(feed: Feed): Promise<boolean> {
    if (!feed.pieces) return false;
    const { text, values } = sampleStatement(feed);
    return isRare(await this.database.query<TierSample & Record<string, unknown>>(text, values), feed);
  }
}
