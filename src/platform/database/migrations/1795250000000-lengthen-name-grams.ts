import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = `CREATE INDEX ix_products_name_grams ON products USING gin (name_grams(name_key)) WITH (fastupdate = off)`;

/** Runs of five letters in the index of names: far fewer names share one, so a search reads far less of the index. */
export class LengthenNameGrams1795250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_products_name_grams');
    await runner.query(`
      CREATE OR REPLACE FUNCTION name_grams(key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT array_agg(substr(key, place, size))
        FROM unnest(ARRAY[1, 2, 3, 5]) AS size, generate_series(1, length(key) + 1 - size) AS place
      $$`);
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_products_name_grams');
    await runner.query(`
      CREATE OR REPLACE FUNCTION name_grams(key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT array_agg(substr(key, place, size))
        FROM generate_series(1, 3) AS size, generate_series(1, length(key) + 1 - size) AS place
      $$`);
    await runner.query(INDEX);
  }
}
