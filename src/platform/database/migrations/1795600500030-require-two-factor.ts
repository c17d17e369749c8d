import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the people of a team need a second factor. */
export class RequireTwoFactor1795600500030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE teams ADD COLUMN requires_two_factor boolean DEFAULT false NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE teams DROP COLUMN requires_two_factor');
  }
}
