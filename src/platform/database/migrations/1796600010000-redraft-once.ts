import { StatementMigration } from '../statement.migration.js';

/** A paid pitch has at most one free redraft. */
export class RedraftOnce1796600010000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE pitches ADD redraft_of uuid`,
    `CREATE UNIQUE INDEX uq_pitches_redraft_of ON pitches (redraft_of)`,
  ];
  override readonly backward = [`ALTER TABLE pitches DROP redraft_of`];
}
