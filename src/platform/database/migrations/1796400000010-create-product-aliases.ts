import { StatementMigration } from '../statement.migration.js';

/** Names that products had before they were merged into another one or renamed. */
export class CreateProductAliases1796400000010 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE product_aliases (
      id uuid,
      product_id uuid NOT NULL,
      name text NOT NULL,
      maker text,
      created_at timestamptz DEFAULT now() NOT NULL,
      name_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(name)) STORED,
      maker_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(coalesce(maker, ''))) STORED,
      CONSTRAINT pk_product_aliases PRIMARY KEY (id),
      CONSTRAINT fk_product_aliases_product_id FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE
    )`,
    `CREATE UNIQUE INDEX uq_product_aliases_name_maker ON product_aliases (name_key, maker_key)`,
    `CREATE INDEX ix_product_aliases_product_id ON product_aliases (product_id)`,
  ];
  override readonly backward = [`DROP TABLE product_aliases`];
}
