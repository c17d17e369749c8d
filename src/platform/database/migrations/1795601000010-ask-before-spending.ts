import { StatementMigration } from '../statement.migration.js';

/** Whether the person of a connection is asked before each purchase. People of earlier connections were not asked. */
export class AskBeforeSpending1795601000010 extends StatementMigration {
  override readonly forward = [
    'ALTER TABLE oauth_connections ADD COLUMN ask_before_spending boolean DEFAULT false NOT NULL',
  ];
  override readonly backward = ['ALTER TABLE oauth_connections DROP COLUMN ask_before_spending'];
}
