import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE bulk_jobs ADD COLUMN credential_kind text DEFAULT 'key' NOT NULL`,
  `ALTER TABLE bulk_jobs ADD CONSTRAINT ck_bulk_jobs_credential_kind CHECK (credential_kind IN ('key', 'oauth'))`,
];

/** Connections start bulk jobs too. For these, `key_id` is the id of the connection. */
export class AddCredentialsOfBulkJobs1795601000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['ALTER TABLE bulk_jobs DROP COLUMN credential_kind'];
}
