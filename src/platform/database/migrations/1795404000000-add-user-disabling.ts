import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an operator disabled a person's account. Null for an account that may sign in. */
export class AddUserDisabling1795404000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN disabled_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN disabled_at');
  }
}
