import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of writes that came with an `Idempotency-Key`. */
export class CreateIdempotencyKeys1795208520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        id bytea CONSTRAINT pk_idempotency_keys PRIMARY KEY,
        body_hash bytea NOT NULL,
        owner uuid NOT NULL,
        state text NOT NULL CONSTRAINT ck_idempotency_keys_state CHECK (state IN ('running', 'done')),
        lease_until timestamptz NOT NULL,
        status smallint,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_idempotency_keys_done
          CHECK ((state = 'done') = (status IS NOT NULL) AND (state = 'done') = (body IS NOT NULL))
      )`);
    await runner.query(`CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE idempotency_keys`);
  }
}
