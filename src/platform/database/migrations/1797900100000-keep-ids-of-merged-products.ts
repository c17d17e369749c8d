import { StatementMigration } from '../statement.migration.js';

/** A product keeps the ids of the products that were merged into it. Those of earlier merges are not known. */
export class KeepIdsOfMergedProducts1797900100000 extends StatementMigration {
  override readonly forward = [`ALTER TABLE products ADD COLUMN merged_ids uuid[] DEFAULT '{}' NOT NULL`];
  override readonly backward = ['ALTER TABLE products DROP COLUMN merged_ids'];
}
