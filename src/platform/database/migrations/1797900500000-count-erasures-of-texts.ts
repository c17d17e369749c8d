import { StatementMigration } from '../statement.migration.js';

/** Counts how many times quotes of a product's texts were erased, so that a report that read them before is written again. */
export class CountErasuresOfTexts1797900500000 extends StatementMigration {
  override readonly forward = [`ALTER TABLE products ADD COLUMN text_erasures integer DEFAULT 0 NOT NULL`];
  override readonly backward = ['ALTER TABLE products DROP COLUMN text_erasures'];
}
