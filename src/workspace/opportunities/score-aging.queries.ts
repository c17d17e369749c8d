import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of scores that change with the age of their texts. */
@Injectable()
export class ScoreAgingQueries {
  constructor(private readonly database: Database) {}

  /**
   * Stores the present score of the next `limit` opportunities whose score has changed. Does not count as a change of the
   * opportunity. Skips those that another transaction holds.
   * @param after the last id of the batch before, null for the first batch
   * @returns the last id of this batch, null if it is the last batch
   */
  async ageBatch(after: string | null, limit: number): Promise<string | null> {
    const { last, count } = await this.database.one<{ last: string | null; count: number }>(
      `WITH aged AS (
         SELECT id, opportunity_score(need_points, reach_points, dated_at, now()) AS score FROM opportunities
         WHERE ($1::uuid IS NULL OR id > $1) AND score <> opportunity_score(need_points, reach_points, dated_at, now())
         ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
       ), stored AS (
         UPDATE opportunities SET score = aged.score FROM aged WHERE opportunities.id = aged.id
       )
       SELECT max(id::text)::uuid AS last, count(*)::integer AS count FROM aged`,
      [after, limit],
    );
    return count < limit ? null : last;
  }
}
