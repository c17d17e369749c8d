import { StatementMigration } from '../statement.migration.js';

/** Operators see the credits and the failed runs of the last day. */
export class IndexTheLastDay1797700010000 extends StatementMigration {
  override readonly forward = [
    'CREATE INDEX ix_credit_entries_created_at ON credit_entries USING brin (created_at)',
    `CREATE INDEX ix_runs_failed ON runs (finished_at) WHERE state = 'failed'`,
  ];
  override readonly backward = ['DROP INDEX ix_runs_failed', 'DROP INDEX ix_credit_entries_created_at'];
}
