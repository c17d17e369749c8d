import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What search and competitors stand on. */
export class IndexProducts1795210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_products_review_count ON products (review_count DESC, id)`);
    await runner.query(`CREATE INDEX ix_products_name_prefix ON products (lower(name) text_pattern_ops)`);
    await runner.query(`CREATE INDEX ix_products_name_trigrams ON products USING gin (lower(name) gin_trgm_ops)`);
    // Trigrams cannot find one or two letters, so those have an index of their own.
    await runner.query(`
      CREATE FUNCTION short_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(DISTINCT substr(lower(name), place, size))
        FROM generate_series(1, length(lower(name))) place, generate_series(1, 2) size
      $$`);
    await runner.query(`CREATE INDEX ix_products_name_short_grams ON products USING gin (short_grams(name))`);
    await runner.query(`ALTER INDEX ix_products_name_trigrams ALTER COLUMN 1 SET STATISTICS 1000`);

    await runner.query(`
      CREATE TABLE product_categories (
        product_id uuid NOT NULL CONSTRAINT fk_product_categories_product_id REFERENCES products ON DELETE CASCADE,
        category text NOT NULL,
        review_count integer NOT NULL,
        CONSTRAINT pk_product_categories PRIMARY KEY (product_id, category)
      )`);
    await runner.query(
      `CREATE INDEX ix_product_categories_volume ON product_categories (category, review_count DESC, product_id)`,
    );
    await runner.query(`
      CREATE FUNCTION follow_product_categories() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD.categories = NEW.categories THEN
          UPDATE product_categories SET review_count = NEW.review_count WHERE product_id = NEW.id;
          RETURN NULL;
        END IF;
        DELETE FROM product_categories WHERE product_id = NEW.id;
        INSERT INTO product_categories (product_id, category, review_count)
        SELECT NEW.id, category, NEW.review_count FROM unnest(NEW.categories) category GROUP BY category;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER products_categories_insert AFTER INSERT ON products
      FOR EACH ROW EXECUTE FUNCTION follow_product_categories()`);
    await runner.query(`
      CREATE TRIGGER products_categories_update AFTER UPDATE OF categories, review_count ON products
      FOR EACH ROW WHEN (OLD.categories <> NEW.categories OR OLD.review_count <> NEW.review_count)
      EXECUTE FUNCTION follow_product_categories()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER products_categories_insert ON products`);
    await runner.query(`DROP TRIGGER products_categories_update ON products`);
    await runner.query(`DROP FUNCTION follow_product_categories`);
    await runner.query(`DROP TABLE product_categories`);
    await runner.query(
      `DROP INDEX ix_products_name_short_grams, ix_products_name_trigrams, ix_products_name_prefix, ix_products_review_count`,
    );
    await runner.query(`DROP FUNCTION short_grams`);
  }
}
