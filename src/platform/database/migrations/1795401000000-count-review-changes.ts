import { StatementMigration } from '../statement.migration.js';

const UP = [
  // The reviews ever added, changed or removed, now and when the last finished report began to read.
  `ALTER TABLE products
    ADD COLUMN review_changes integer DEFAULT 0 NOT NULL,
    ADD COLUMN report_review_changes integer`,
  // The version that last changed a column that reports read.
  `ALTER TABLE reviews ADD COLUMN content_version integer DEFAULT 1 NOT NULL`,
  // Keeps the counters right for every deletion of reviews.
  `CREATE FUNCTION count_deleted_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE products SET
      review_count = greatest(0, review_count - gone.reviews), review_changes = review_changes + gone.reviews
    FROM (SELECT product_id, count(*)::integer AS reviews FROM deleted GROUP BY product_id ORDER BY product_id) gone
    WHERE products.id = gone.product_id;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER reviews_deleted AFTER DELETE ON reviews REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_reviews()`,
];

const DOWN = [
  `DROP TRIGGER reviews_deleted ON reviews`,
  `DROP FUNCTION count_deleted_reviews`,
  `ALTER TABLE reviews DROP COLUMN content_version`,
  `ALTER TABLE products DROP COLUMN review_changes, DROP COLUMN report_review_changes`,
];

/** Counts the changes of a product's reviews, so that a report without new findings costs nothing. */
export class CountReviewChanges1795401000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
