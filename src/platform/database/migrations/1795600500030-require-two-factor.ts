import { StatementMigration } from '../statement.migration.js';

/** Whether the people of a team need a second factor. */
export class RequireTwoFactor1795600500030 extends StatementMigration {
  override readonly forward = ['ALTER TABLE teams ADD COLUMN requires_two_factor boolean DEFAULT false NOT NULL'];
  override readonly backward = ['ALTER TABLE teams DROP COLUMN requires_two_factor'];
}
