import type { MigrationInterface, QueryRunner } from 'typeorm';

const purposes = (...names: string[]): string =>
  `ALTER TABLE user_tokens DROP CONSTRAINT ck_user_tokens_purpose, ADD CONSTRAINT ck_user_tokens_purpose
    CHECK (purpose IN (${names.map((name) => `'${name}'`).join(', ')}))`;

/** Links that change the address of a person, and links that take the change back. */
export class ChangeAddresses1795600500020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(purposes('verify-email', 'reset-password', 'change-email', 'undo-email'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM user_tokens WHERE purpose IN ('change-email', 'undo-email')`);
    await runner.query(purposes('verify-email', 'reset-password'));
  }
}
