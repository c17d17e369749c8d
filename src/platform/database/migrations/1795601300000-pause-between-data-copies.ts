import { StatementMigration } from '../statement.migration.js';

/** A copy that could not be made is tried again after a pause. */
export class PauseBetweenDataCopies1795601300000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE data_copies ADD COLUMN next_attempt_at timestamptz DEFAULT now() NOT NULL'];
  override readonly backward = ['ALTER TABLE data_copies DROP COLUMN next_attempt_at'];
}
