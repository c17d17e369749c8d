import { StatementMigration } from '../statement.migration.js';

/** Lets a form grant credits once, however often it is sent. Every statement can be repeated. */
export class GrantOnce1797901100000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = [
    'ALTER TABLE credit_entries ADD COLUMN IF NOT EXISTS nonce uuid',
    // An index whose creation failed remains, and is invalid.
    'DROP INDEX CONCURRENTLY IF EXISTS uq_credit_entries_nonce',
    'CREATE UNIQUE INDEX CONCURRENTLY uq_credit_entries_nonce ON credit_entries (team_id, nonce) WHERE nonce IS NOT NULL',
  ];
  override readonly backward = ['DROP INDEX uq_credit_entries_nonce', 'ALTER TABLE credit_entries DROP COLUMN nonce'];
}
