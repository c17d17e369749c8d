import { StatementMigration } from '../statement.migration.js';

const UP = [
  // Null for reports that were made before switching was read.
  `ALTER TABLE reports ADD switching jsonb`,
  // Finds the reports that name a product as the other one.
  `CREATE INDEX ix_reports_switching ON reports USING gin (switching jsonb_path_ops)`,
];

const DOWN = [`DROP INDEX ix_reports_switching`, `ALTER TABLE reports DROP switching`];

/** Stores with each report the products that its reviewers came from or leave for. */
export class AddSwitching1795600700000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
