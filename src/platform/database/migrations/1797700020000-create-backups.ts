import { StatementMigration } from '../statement.migration.js';

/** Backups that a schedule asks for. */
export class CreateBackups1797700020000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE backups (
      due_at timestamptz NOT NULL,
      state text DEFAULT 'queued' NOT NULL,
      attempts integer DEFAULT 0 NOT NULL,
      lease_until timestamptz,
      next_attempt_at timestamptz DEFAULT now() NOT NULL,
      file text,
      bytes bigint,
      rows bigint,
      failure text,
      finished_at timestamptz,
      CONSTRAINT pk_backups PRIMARY KEY (due_at),
      CONSTRAINT ck_backups_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
      CONSTRAINT ck_backups_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
      CONSTRAINT ck_backups_file CHECK ((state = 'completed') = (file IS NOT NULL))
    )`,
  ];
  override readonly backward = ['DROP TABLE backups'];
}
