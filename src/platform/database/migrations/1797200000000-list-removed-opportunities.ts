import { StatementMigration } from '../statement.migration.js';

/** Remembers the ids of removed opportunities, whatever removes them, for readers that keep a copy. */
export class ListRemovedOpportunities1797200000000 extends StatementMigration {
  override readonly forward = [
    // With its reference to products, test mode has a table of its own.
    `CREATE TABLE opportunity_removals (
       opportunity_id uuid NOT NULL,
       product_id uuid,
       removed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
       CONSTRAINT pk_opportunity_removals PRIMARY KEY (opportunity_id),
       CONSTRAINT fk_opportunity_removals_product FOREIGN KEY (product_id) REFERENCES products ON DELETE SET NULL
     )`,
    `CREATE INDEX ix_opportunity_removals_removed_at ON opportunity_removals (removed_at, opportunity_id)`,
    `CREATE INDEX ix_opportunity_removals_product_id ON opportunity_removals (product_id)`,
    `CREATE FUNCTION remember_removed_opportunities() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO opportunity_removals (opportunity_id, product_id) SELECT id, product_id FROM removed;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER opportunities_removed AFTER DELETE ON opportunities
     REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remember_removed_opportunities()`,
  ];
  override readonly backward = [
    `DROP TRIGGER opportunities_removed ON opportunities`,
    `DROP FUNCTION remember_removed_opportunities`,
    `DROP TABLE opportunity_removals`,
  ];
}
