import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs of paid actions. */
export class CreateRuns1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE runs (
        id uuid CONSTRAINT pk_runs PRIMARY KEY,
        kind text NOT NULL,
        item text NOT NULL,
        team_id uuid CONSTRAINT fk_runs_team_id REFERENCES teams,
        purchase_id uuid CONSTRAINT fk_runs_purchase_id REFERENCES purchases CONSTRAINT uq_runs_purchase_id UNIQUE,
        idempotency_id text,
        input jsonb NOT NULL,
        state text NOT NULL DEFAULT 'queued'
          CONSTRAINT ck_runs_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
        progress integer NOT NULL DEFAULT 0 CONSTRAINT ck_runs_progress CHECK (progress BETWEEN 0 AND 100),
        items_total integer,
        attempts integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        requeues integer NOT NULL DEFAULT 0,
        enqueued_at timestamptz NOT NULL DEFAULT now(),
        deadline_at timestamptz,
        failure text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT ck_runs_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
        CONSTRAINT ck_runs_finished CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
        CONSTRAINT ck_runs_failure CHECK ((state = 'failed') = (failure IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_runs_open_item ON runs (kind, item) WHERE state IN ('queued', 'running')`,
    );
    await runner.query(`CREATE INDEX ix_runs_item ON runs (kind, item, id)`);
    await runner.query(
      `CREATE INDEX ix_runs_idempotency_id ON runs (idempotency_id) WHERE idempotency_id IS NOT NULL AND state <> 'failed'`,
    );
    await runner.query(
      `CREATE INDEX ix_runs_open_enqueued_at ON runs (enqueued_at) WHERE state IN ('queued', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE runs`);
  }
}
