import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of the erasure of answers of bulk jobs. */
@Injectable()
export class BulkErasureQueries {
  constructor(private readonly database: Database) {}

  /** Deletes the data of the items about these texts and opportunities. */
  async deleteAnswers(textIds: readonly string[], opportunityIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE bulk_items SET answer = NULL
       WHERE http_status = 200 AND lower(request->>'opportunity_id') IN (
         SELECT id::text FROM opportunities WHERE review_id = ANY($1) OR post_id = ANY($1) OR id = ANY($2))`,
      [textIds, opportunityIds],
    );
  }
}
