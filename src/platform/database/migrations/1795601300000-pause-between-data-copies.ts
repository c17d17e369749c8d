import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A copy that could not be made is tried again after a pause. */
export class PauseBetweenDataCopies1795601300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE data_copies ADD COLUMN next_attempt_at timestamptz DEFAULT now() NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE data_copies DROP COLUMN next_attempt_at');
  }
}
