import type { MigrationInterface, QueryRunner } from 'typeorm';

const kindsAre = (kinds: string): string =>
  `ALTER TABLE bulk_jobs DROP CONSTRAINT ck_bulk_jobs_credential_kind,
     ADD CONSTRAINT ck_bulk_jobs_credential_kind CHECK (credential_kind IN (${kinds}))`;

/** People start bulk jobs in the app. Then `key_id` is the id of the person. */
export class LetPeopleStartBulkJobs1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kindsAre(`'key', 'oauth', 'session'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM bulk_jobs WHERE credential_kind = 'session'`);
    await runner.query(kindsAre(`'key', 'oauth'`));
  }
}
