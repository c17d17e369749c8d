import { StatementMigration } from '../statement.migration.js';

/** Every statement can be repeated, because each one commits on its own. */
const UP = [
  // An index whose creation failed remains, and is invalid.
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunities_updated_at`,
  `CREATE INDEX CONCURRENTLY ix_opportunities_updated_at ON opportunities (updated_at, id)`,
  `DROP INDEX CONCURRENTLY IF EXISTS ix_opportunity_triage_updated_at`,
  `CREATE INDEX CONCURRENTLY ix_opportunity_triage_updated_at ON opportunity_triage (team_id, updated_at, opportunity_id)`,
  `DROP INDEX CONCURRENTLY IF EXISTS ix_unlocks_updated_at`,
  `CREATE INDEX CONCURRENTLY ix_unlocks_updated_at ON unlocks (team_id, updated_at, opportunity_id)`,
];

const DOWN = [`DROP INDEX ix_unlocks_updated_at, ix_opportunity_triage_updated_at, ix_opportunities_updated_at`];

/** Lists opportunities in the order of their changes. */
export class OrderByChanges1795600410000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = UP;
  override readonly backward = DOWN;
}
