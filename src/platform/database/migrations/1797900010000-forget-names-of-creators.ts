import { StatementMigration } from '../statement.migration.js';

/** The address of a person who made a saved search is read from the account, so that it goes with the account. */
export class ForgetNamesOfCreators1797900010000 extends StatementMigration {
  override readonly forward = [`UPDATE saved_searches SET created_by_name = NULL WHERE created_by_kind = 'session'`];
  override readonly backward = [
    `UPDATE saved_searches SET created_by_name = users.email FROM users WHERE created_by_kind = 'session' AND users.id::text = created_by_id`,
  ];
}
