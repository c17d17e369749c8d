import type { MigrationInterface, QueryRunner } from 'typeorm';

const REASONS = [
  'deadline_passed',
  'interrupted',
  'queue_unavailable',
  'model_unavailable',
  'model_refused',
  'model_malformed',
  'internal_error',
];

/** Why a run failed, in a word that customers may read. */
export class NameRunFailures1795401100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const reasons = REASONS.map((reason) => `'${reason}'`).join(', ');
    await runner.query(
      `ALTER TABLE runs ADD COLUMN failure_reason text,
         ADD CONSTRAINT ck_runs_failure_reason CHECK (failure_reason IN (${reasons}))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN failure_reason');
  }
}
