import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the person of a connection is asked before each purchase. Connections made before were not asked for this. */
export class AskBeforeSpending1795601000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_connections ADD COLUMN ask_before_spending boolean DEFAULT false NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_connections DROP COLUMN ask_before_spending');
  }
}
