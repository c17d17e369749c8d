import { StatementMigration } from '../statement.migration.js';

/** Every statement can be repeated, because each one commits on its own. */
const UP = [
  // An index whose creation failed remains, and is invalid.
  `DROP INDEX CONCURRENTLY IF EXISTS ix_reviews_published_at`,
  // The first and the last date of a product's reviews, which stand next to the price of a report.
  `CREATE INDEX CONCURRENTLY ix_reviews_published_at ON reviews (product_id, published_at)
    WHERE published_at IS NOT NULL`,
  `DROP INDEX CONCURRENTLY IF EXISTS ix_products_reported`,
  // The products with a report, as they are listed. Few products have one.
  `CREATE INDEX CONCURRENTLY ix_products_reported ON products (review_count DESC, id) WHERE report_id IS NOT NULL`,
];

const DOWN = ['DROP INDEX ix_products_reported', 'DROP INDEX ix_reviews_published_at'];

/** Pages show the dates of a product's reviews, and filter products by whether they have a report. */
export class IndexReviewDates1795601200000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = UP;
  override readonly backward = DOWN;
}
