import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A stored password names its cost, which was 17 for all of them, so that it can be raised. */
export class KeepPasswordCost1795251000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE users SET password_hash = 'scrypt$17$' || substr(password_hash, length('scrypt$') + 1)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE users SET password_hash = 'scrypt$' || substr(password_hash, length('scrypt$17$') + 1)`);
  }
}
