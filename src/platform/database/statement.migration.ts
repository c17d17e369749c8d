import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that is a list of statements in each direction. They run in their order. */
export abstract class StatementMigration implements MigrationInterface {
  /** False for statements that cannot run in a transaction. Each of them then commits by itself. */
  readonly transaction?: boolean;
  protected abstract readonly forward: readonly string[];
  protected abstract readonly backward: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.forward) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of this.backward) await runner.query(statement);
  }
}
