import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A product with the first and the last date of its reviews; null if no review has a date. */
export interface DatedProduct {
  id: string;
  report_id: string | null;
  dated_from: Date | null;
  dated_to: Date | null;
}

/** SQL of the dates of reviews. */
@Injectable()
export class ReviewCoverageQueries {
  constructor(private readonly database: Database) {}

  /** Two look-ups in an index for each product, however many reviews it has. */
  findDates(productIds: readonly string[]): Promise<DatedProduct[]> {
    return this.database.prepared.query<DatedProduct>(
      `SELECT product.id, product.report_id, dated.dated_from, dated.dated_to
       FROM products product CROSS JOIN LATERAL (
         SELECT min(published_at) AS dated_from, max(published_at) AS dated_to
         FROM reviews WHERE product_id = product.id
       ) dated
       WHERE product.id = ANY($1::uuid[])`,
      [productIds],
    );
  }
}
