import { StatementMigration } from '../statement.migration.js';

/** Every statement can be repeated, because each one commits on its own. */
const UP = [
  // The trigger estimates the score.
  `UPDATE opportunities SET score = NULL WHERE score IS NULL`,
  `UPDATE opportunities SET repost_key = repost_key_of(text, 5, '') FROM posts WHERE posts.id = post_id AND repost_key IS NULL`,
  `UPDATE opportunities SET repost_key =
      repost_key_of(text, 12, concat(reviews.product_id, ' ', fold_text(reviewer_name)))
    FROM reviews WHERE reviews.id = review_id AND repost_key IS NULL`,
  `UPDATE opportunity_triage SET opportunity_score = score
    FROM opportunities WHERE opportunities.id = opportunity_id AND opportunity_score IS NULL`,
  `ALTER TABLE opportunities ALTER score SET NOT NULL`,
  `ALTER TABLE opportunity_triage ALTER opportunity_score SET NOT NULL`,
  // An index whose creation failed remains, and is invalid.
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunities_score`,
  `CREATE INDEX CONCURRENTLY ix_opportunities_score ON opportunities (score, dated_at, created_at, id)`,
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunities_repost_key`,
  `CREATE INDEX CONCURRENTLY ix_opportunities_repost_key ON opportunities (repost_key) WHERE repost_key IS NOT NULL`,
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunity_triage_score`,
  `CREATE INDEX CONCURRENTLY ix_opportunity_triage_score
    ON opportunity_triage (team_id, opportunity_score, opportunity_dated_at, opportunity_created_at, opportunity_id)
      INCLUDE (status, viewed_at)`,
];

const DOWN = [
  `DROP INDEX ix_opportunity_triage_score, ix_opportunities_repost_key, ix_opportunities_score`,
  `ALTER TABLE opportunity_triage ALTER opportunity_score DROP NOT NULL`,
  `ALTER TABLE opportunities ALTER score DROP NOT NULL`,
];

/** Scores the existing opportunities, finds their reposts, and lists by scores. */
export class OrderByScores1795500210000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = UP;
  override readonly backward = DOWN;
}
