import { StatementMigration } from '../statement.migration.js';

/** Every statement can be repeated, because each one commits on its own. */
const UP = [
  `UPDATE opportunity_triage SET opportunity_dated_at = dated_at
    FROM opportunities WHERE opportunities.id = opportunity_id AND opportunity_dated_at IS NULL`,
  `ALTER TABLE opportunity_triage ALTER opportunity_dated_at SET NOT NULL`,
  // An index whose creation failed remains, and is invalid.
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunity_triage_dated_at`,
  `CREATE INDEX CONCURRENTLY ix_opportunity_triage_dated_at
    ON opportunity_triage (team_id, opportunity_dated_at, opportunity_created_at, opportunity_id)
      INCLUDE (status, viewed_at)`,
];

const DOWN = [
  `DROP INDEX ix_opportunity_triage_dated_at`,
  `ALTER TABLE opportunity_triage ALTER opportunity_dated_at DROP NOT NULL`,
];

/** Fills the own dates of triaged texts, and lists a team's triage in their order. */
export class OrderTriageByOwnDates1795409100000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = UP;
  override readonly backward = DOWN;
}
