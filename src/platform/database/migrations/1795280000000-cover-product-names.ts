import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names in order carry the number of reviews, so that the best of those that begin with a letter are read off the index. */
export class CoverProductNames1795280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX uq_products_name_maker`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_products_name_maker ON products (name_key, maker_key) INCLUDE (review_count, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX uq_products_name_maker`);
    await runner.query(`CREATE UNIQUE INDEX uq_products_name_maker ON products (name_key, maker_key)`);
  }
}
