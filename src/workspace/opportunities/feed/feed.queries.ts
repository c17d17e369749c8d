import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Position } from '#platform/operations/cursors.js';
import { type Change, type ChangePlace, changesStatement } from './changes.statement.js';
import { type FeedRow, positionOf, type Statement } from './feed.order.js';
import type { Feed } from './feed.selection.js';
import { feedStatement, isSearchedWithoutIndex, lastSearchedStatement } from './feed.statement.js';

/** An opportunity of a feed, and its position in the order of the feed. */
export interface FeedPlace {
  id: string;
  position: Position;
}

/** The SQLSTATE of a statement that took too long. */
const QUERY_CANCELED = '57014';

/** SQL of the listing. */
@Injectable()
export class FeedQueries {
  constructor(private readonly database: Database) {}

  /** The ids of the opportunities of a feed, in its order. */
  async findIds(feed: Feed): Promise<string[]> {
    return (await this.rowsOf<{ id: string }>(feedStatement(feed))).map(({ id }) => id);
  }

  /** The opportunities of a feed with their positions. */
  async findPlaces(feed: Feed): Promise<FeedPlace[]> {
    const rows = await this.rowsOf<FeedRow>(feedStatement(feed));
    return rows.map((row) => ({ id: row.id, position: positionOf(row, feed.sort) }));
  }

  /** The last opportunity in which a text without an index was searched; null if all were. */
  async findLastSearched(feed: Feed): Promise<FeedPlace | null> {
    const [row] = await this.rowsOf<FeedRow>(lastSearchedStatement(feed));
    return row ? { id: row.id, position: positionOf(row, feed.sort) } : null;
  }

  /** The opportunities of a feed that changed, each once with the time of its last change, the oldest change first. */
  findChanges(feed: Feed, place: ChangePlace): Promise<Change[]> {
    return this.rowsOf<Change>(changesStatement(feed, place, { withRemoved: true }));
  }

  /** The number of opportunities of a feed, counted up to `most`, regardless of the page. */
  async count(feed: Feed, most: number): Promise<number> {
    // A count is the same in each order, and its index by date the smallest. A text without an index is searched in the first rows of the order.
    const sort = isSearchedWithoutIndex(feed) ? feed.sort : '-created_at';
    const statement = feedStatement({ ...feed, sort, limit: most, offset: 0 });
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

  /** Not a named prepared statement, so that PostgreSQL plans each statement for its values. */
  private async rowsOf<Row extends object>(statement: Statement | null): Promise<Row[]> {
    return statement ? this.database.query<Row>(statement.text, statement.values) : [];
  }
}
