import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that is a list of statements in each direction. They run in their order. */
export abstract class StatementMigration implements MigrationInterface {
  /** False for statements that cannot run in a transaction. Each of them then commits by itself. */
  readonly transaction?: boolean;
  protected abstract readonly forward: readonly string[];
  protected abstract readonly backward: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.forward) {
      if (this.transaction === false && statement.includes(' CONCURRENTLY '))
        await withoutLockTimeout(runner, statement);
      else await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of this.backward) await runner.query(statement);
  }
}

/** The statement waits for older transactions, such as that of a backup, and others need not wait for it. */
async function withoutLockTimeout(runner: QueryRunner, statement: string): Promise<void> {
  await runner.query('SET lock_timeout = 0');
  await runner.query(statement).finally(() => runner.query('RESET lock_timeout'));
}
