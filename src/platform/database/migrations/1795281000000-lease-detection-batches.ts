import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Detection batches get the states and columns of every leased row; texts number their versions. */
export class LeaseDetectionBatches1795281000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reviews ADD COLUMN version integer NOT NULL DEFAULT 1`);
    await runner.query(`ALTER TABLE posts ADD COLUMN version integer NOT NULL DEFAULT 1`);
    await runner.query(`DROP INDEX ix_detection_batches_unfinished`);
    await runner.query(`ALTER TABLE detection_batches DROP CONSTRAINT ck_detection_batches_state`);
    await runner.query(`ALTER TABLE detection_batches RENAME COLUMN lease_ends_at TO lease_until`);
    await runner.query(`ALTER TABLE detection_batches RENAME COLUMN rung_at TO enqueued_at`);
    await runner.query(`
      UPDATE detection_batches SET state = CASE state WHEN 'waiting' THEN 'queued' ELSE 'completed' END
      WHERE state IN ('waiting', 'done')`);
    await runner.query(`
      ALTER TABLE detection_batches ALTER COLUMN state SET DEFAULT 'queued',
        ADD CONSTRAINT ck_detection_batches_state CHECK (state IN ('queued', 'running', 'completed', 'failed'))`);
    await runner.query(
      `CREATE INDEX ix_detection_batches_unfinished ON detection_batches (created_at) WHERE state IN ('queued', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_detection_batches_unfinished`);
    await runner.query(`ALTER TABLE detection_batches DROP CONSTRAINT ck_detection_batches_state`);
    await runner.query(`
      UPDATE detection_batches SET state = CASE state WHEN 'queued' THEN 'waiting' ELSE 'done' END
      WHERE state IN ('queued', 'completed')`);
    await runner.query(`
      ALTER TABLE detection_batches ALTER COLUMN state SET DEFAULT 'waiting',
        ADD CONSTRAINT ck_detection_batches_state CHECK (state IN ('waiting', 'running', 'done', 'failed'))`);
    await runner.query(`ALTER TABLE detection_batches RENAME COLUMN enqueued_at TO rung_at`);
    await runner.query(`ALTER TABLE detection_batches RENAME COLUMN lease_until TO lease_ends_at`);
    await runner.query(
      `CREATE INDEX ix_detection_batches_unfinished ON detection_batches (created_at) WHERE state IN ('waiting', 'running')`,
    );
    await runner.query(`ALTER TABLE posts DROP COLUMN version`);
    await runner.query(`ALTER TABLE reviews DROP COLUMN version`);
  }
}
