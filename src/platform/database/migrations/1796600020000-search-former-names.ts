import { StatementMigration } from '../statement.migration.js';

/** Keeps the former names of a product in its row, so that one index finds it by any name. Every statement can be repeated. */
export class SearchFormerNames1796600020000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = [
    `ALTER TABLE products ADD COLUMN IF NOT EXISTS former_keys text COLLATE "C" DEFAULT '' NOT NULL`,
    `CREATE OR REPLACE FUNCTION keep_former_keys() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE products product SET former_keys = coalesce(
         (SELECT string_agg(E'\\n' || name_key, '' ORDER BY name_key) FROM product_aliases WHERE product_id = product.id), '')
       WHERE id IN (old.product_id, new.product_id);
       RETURN NULL;
     END $$`,
    `CREATE OR REPLACE TRIGGER product_aliases_names AFTER INSERT OR UPDATE OR DELETE ON product_aliases
     FOR EACH ROW EXECUTE FUNCTION keep_former_keys()`,
    // An index whose creation failed remains, and is invalid.
    `DROP INDEX CONCURRENTLY IF EXISTS ix_products_all_name_grams`,
    `CREATE INDEX CONCURRENTLY ix_products_all_name_grams ON products USING gin (name_grams(name_key || former_keys))
     WITH (fastupdate = off)`,
    `DROP INDEX CONCURRENTLY IF EXISTS ix_products_name_grams`,
  ];
  override readonly backward = [
    `CREATE INDEX ix_products_name_grams ON products USING gin (name_grams(name_key)) WITH (fastupdate = off)`,
    `DROP TRIGGER product_aliases_names ON product_aliases`,
    `DROP FUNCTION keep_former_keys`,
    `ALTER TABLE products DROP former_keys`,
  ];
}
