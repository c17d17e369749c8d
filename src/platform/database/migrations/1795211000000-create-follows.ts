import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Watchlists; and now that reviews and products are there, what opportunities point at. */
export class CreateFollows1795211000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE follows (
        team_id uuid NOT NULL CONSTRAINT fk_follows_team_id REFERENCES teams ON DELETE CASCADE,
        product_id uuid NOT NULL CONSTRAINT fk_follows_product_id REFERENCES products ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_follows PRIMARY KEY (team_id, product_id)
      )`);
    await runner.query(`CREATE INDEX ix_follows_product_id ON follows (product_id)`);
    await runner.query(`
      ALTER TABLE opportunities
        ADD CONSTRAINT fk_opportunities_review_id FOREIGN KEY (review_id) REFERENCES reviews,
        ADD CONSTRAINT fk_opportunities_product_id FOREIGN KEY (product_id) REFERENCES products`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE opportunities DROP CONSTRAINT fk_opportunities_review_id, DROP CONSTRAINT fk_opportunities_product_id`,
    );
    await runner.query(`DROP TABLE follows`);
  }
}
