import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Detection batches are enqueued again by the same rule as runs. */
export class CountRequeuesOfBatches1795601400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE detection_batches ALTER enqueued_at SET DEFAULT now(),
      ADD COLUMN requeues integer DEFAULT 0 NOT NULL`);
    await runner.query('UPDATE detection_batches SET enqueued_at = created_at WHERE enqueued_at IS NULL');
    await runner.query('ALTER TABLE detection_batches ALTER enqueued_at SET NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE detection_batches DROP COLUMN requeues,
      ALTER enqueued_at DROP NOT NULL, ALTER enqueued_at DROP DEFAULT`);
  }
}
