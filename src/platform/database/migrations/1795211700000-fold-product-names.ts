import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names folded for comparison, and an index of their one, two and three letters that finds any part of any name. */
export class FoldProductNames1795211700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Upper case first, so that ß equals SS and every sigma is one; ICU, so that the locale of the server does not matter.
    await runner.query(`
      CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT replace(lower(upper(normalize(value, NFKC) COLLATE "und-x-icu")), 'ς', 'σ')
      $$`);
    await runner.query(`
      CREATE FUNCTION name_grams(key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT array_agg(substr(key, place, size))
        FROM generate_series(1, 3) AS size, generate_series(1, length(key) + 1 - size) AS place
      $$`);
    await runner.query(`
      DROP INDEX ix_products_name_short_grams, ix_products_name_trigrams, ix_products_name_prefix,
        ix_products_review_count, uq_products_name_maker`);
    await runner.query(`DROP FUNCTION short_grams`);
    await runner.query(`
      ALTER TABLE products
        ADD name_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(name)) STORED,
        ADD maker_key text COLLATE "C" GENERATED ALWAYS AS (fold_text(coalesce(maker, ''))) STORED`);
    await runner.query(`CREATE UNIQUE INDEX uq_products_name_maker ON products (name_key, maker_key)`);
    // Carries the name, so that a walk from the most reviewed downward reads the index alone.
    await runner.query(`CREATE INDEX ix_products_review_count ON products (review_count DESC, id) INCLUDE (name_key)`);
    // Without a list of pending entries, which every search would have to read through.
    await runner.query(
      `CREATE INDEX ix_products_name_grams ON products USING gin (name_grams(name_key)) WITH (fastupdate = off)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_products_name_grams, ix_products_review_count, uq_products_name_maker`);
    await runner.query(`ALTER TABLE products DROP name_key, DROP maker_key`);
    await runner.query(`DROP FUNCTION name_grams, fold_text`);
    await runner.query(`
      CREATE FUNCTION short_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(DISTINCT substr(lower(name), place, size))
        FROM generate_series(1, length(lower(name))) place, generate_series(1, 2) size
      $$`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_products_name_maker ON products (lower(name), lower(coalesce(maker, '')))`,
    );
    await runner.query(`CREATE INDEX ix_products_review_count ON products (review_count DESC, id)`);
    await runner.query(`CREATE INDEX ix_products_name_prefix ON products (lower(name) text_pattern_ops)`);
    await runner.query(`CREATE INDEX ix_products_name_trigrams ON products USING gin (lower(name) gin_trgm_ops)`);
    await runner.query(`CREATE INDEX ix_products_name_short_grams ON products USING gin (short_grams(name))`);
  }
}
