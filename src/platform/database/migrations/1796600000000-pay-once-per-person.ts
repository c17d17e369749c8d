import { StatementMigration } from '../statement.migration.js';

/** Finds the unlocks of a person. Every statement can be repeated, because each one commits on its own. */
export class PayOncePerPerson1796600000000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = [
    `ALTER TABLE unlocks ADD COLUMN IF NOT EXISTS is_repeated boolean DEFAULT false NOT NULL`,
    // An index whose creation failed remains, and is invalid.
    `DROP INDEX CONCURRENTLY IF EXISTS ix_unlocks_identity_keys`,
    `CREATE INDEX CONCURRENTLY ix_unlocks_identity_keys ON unlocks USING gin (identity_keys)`,
  ];
  override readonly backward = [`DROP INDEX ix_unlocks_identity_keys`, `ALTER TABLE unlocks DROP COLUMN is_repeated`];
}
