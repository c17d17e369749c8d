import { Injectable } from '@nestjs/common';
import { EMPTIED } from '#market/writers/written-texts.types.js';
import { Database } from '#platform/database/database.js';

/** SQL of the erasure of reviews. */
@Injectable()
export class ReviewsErasureQueries {
  constructor(private readonly database: Database) {}

  /** Counts reviews that lose their words as changes of their products. One that has lost them before is not counted again. */
  async countEmptied(reviewIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE products SET review_changes = review_changes + emptied.reviews
       FROM (SELECT product_id, count(*) AS reviews FROM reviews WHERE id = ANY($1) AND text <> $2
             GROUP BY product_id ORDER BY product_id) AS emptied
       WHERE products.id = emptied.product_id`,
      [reviewIds, EMPTIED],
    );
  }
}
