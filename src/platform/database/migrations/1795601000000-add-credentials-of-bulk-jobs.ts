import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE bulk_jobs ADD COLUMN credential_kind text DEFAULT 'key' NOT NULL`,
  `ALTER TABLE bulk_jobs ADD CONSTRAINT ck_bulk_jobs_credential_kind CHECK (credential_kind IN ('key', 'oauth'))`,
];

/** Connections start bulk jobs too. Then `key_id` is the id of the connection. */
export class AddCredentialsOfBulkJobs1795601000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bulk_jobs DROP COLUMN credential_kind');
  }
}
