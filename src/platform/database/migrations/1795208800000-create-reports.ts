import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Generation runs and the reports they make. */
export class CreateReports1795208800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports (
        id uuid CONSTRAINT pk_reports PRIMARY KEY,
        product_id uuid NOT NULL CONSTRAINT fk_reports_product_id REFERENCES products,
        purchase_id uuid CONSTRAINT fk_reports_purchase_id REFERENCES purchases CONSTRAINT uq_reports_purchase_id UNIQUE,
        idempotency_id text,
        state text NOT NULL DEFAULT 'queued'
          CONSTRAINT ck_reports_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
        progress integer NOT NULL DEFAULT 0 CONSTRAINT ck_reports_progress CHECK (progress BETWEEN 0 AND 100),
        reviews_total integer,
        rings integer NOT NULL DEFAULT 0,
        rung_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        claimed_at timestamptz,
        heartbeat_at timestamptz,
        deadline_at timestamptz,
        engine text,
        summary text,
        themes jsonb,
        total_themes integer,
        metadata jsonb,
        failure text,
        created_at timestamptz NOT NULL DEFAULT now(),
        generated_at timestamptz,
        failed_at timestamptz,
        CONSTRAINT ck_reports_claimed CHECK (state <> 'running' OR (claimed_at IS NOT NULL AND heartbeat_at IS NOT NULL)),
        CONSTRAINT ck_reports_completed CHECK ((state = 'completed') = (generated_at IS NOT NULL)
          AND num_nulls(generated_at, engine, summary, themes, total_themes, metadata) IN (0, 6)),
        CONSTRAINT ck_reports_failed CHECK ((state = 'failed') = (failed_at IS NOT NULL) AND (failed_at IS NULL) = (failure IS NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_reports_open_product ON reports (product_id) WHERE state IN ('queued', 'running')`,
    );
    await runner.query(`CREATE INDEX ix_reports_product_id ON reports (product_id, id)`);
    await runner.query(
      `CREATE INDEX ix_reports_open_rung_at ON reports (rung_at) WHERE state IN ('queued', 'running')`,
    );
    await runner.query(
      `ALTER TABLE products ADD CONSTRAINT fk_products_report_id FOREIGN KEY (report_id) REFERENCES reports`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE products DROP CONSTRAINT fk_products_report_id`);
    await runner.query(`DROP TABLE reports`);
  }
}
