import { StatementMigration } from '../statement.migration.js';

/** When an operator disabled a person's account. Null for an account that may sign in. */
export class AddUserDisabling1795404000000 extends StatementMigration {
  override readonly forward = ['ALTER TABLE users ADD COLUMN disabled_at timestamptz'];
  override readonly backward = ['ALTER TABLE users DROP COLUMN disabled_at'];
}
