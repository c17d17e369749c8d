import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE opportunities ADD published_at timestamptz(3)`,
  `UPDATE opportunities SET published_at = reviews.published_at
    FROM reviews WHERE reviews.id = review_id AND reviews.published_at IS NOT NULL`,
  `UPDATE opportunities SET published_at = posts.posted_at
    FROM posts WHERE posts.id = post_id AND posts.posted_at IS NOT NULL`,
  // least() ignores a date that is null.
  `ALTER TABLE opportunities ADD dated_at timestamptz(3)
    GENERATED ALWAYS AS (least(published_at, created_at)) STORED NOT NULL`,
  `CREATE INDEX ix_opportunities_dated_at ON opportunities (dated_at, id)`,
  // Detection stores search texts without contact data from now on. This removes the usual forms from earlier ones.
  `UPDATE opportunities SET search_text = regexp_replace(search_text, '[^\\s@]{1,64}@[^\\s@]{1,255}', ' ', 'g')
    WHERE search_text LIKE '%@%'`,
  `UPDATE opportunities SET search_text = regexp_replace(search_text, '\\+\\d[\\d ()./-]{6,24}\\d', ' ', 'g')
    WHERE search_text ~ '\\+\\d[\\d ()./-]{6}'`,
];

const DOWN = [`ALTER TABLE opportunities DROP dated_at, DROP published_at`];

/** The own dates of the texts of opportunities, and search texts without contact data. */
export class DateOpportunities1795403000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
