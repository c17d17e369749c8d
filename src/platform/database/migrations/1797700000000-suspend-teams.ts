import { StatementMigration } from '../statement.migration.js';

/** An operator can close a team without deleting anything. */
export class SuspendTeams1797700000000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE teams ADD COLUMN suspended_at timestamptz'];
  override readonly backward = ['ALTER TABLE teams DROP COLUMN suspended_at'];
}
