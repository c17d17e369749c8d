import { StatementMigration } from '../statement.migration.js';

const UP = [
  'ALTER TABLE webhook_endpoints ADD COLUMN warned_at timestamptz',
  'ALTER TABLE saved_searches ADD COLUMN disabled_reason text',
  `ALTER TABLE saved_searches ADD CONSTRAINT ck_saved_searches_disabled_reason
     CHECK (disabled_reason IS NULL OR (disabled_reason = 'plan' AND NOT is_enabled))`,
];

const DOWN = [
  'ALTER TABLE saved_searches DROP COLUMN disabled_reason',
  'ALTER TABLE webhook_endpoints DROP COLUMN warned_at',
];

/** Stores why a search is off, and when the mail about a failing endpoint was written. */
export class ApplySmallerPlans1795601000020 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
