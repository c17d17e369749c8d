import { StatementMigration } from '../statement.migration.js';

/** Files that operators upload, until a worker has imported them. */
export class CreateImportUploads1796400000020 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE import_uploads (
      id uuid,
      kind text NOT NULL,
      file_name text NOT NULL,
      content bytea,
      options jsonb DEFAULT '{}' NOT NULL,
      started_by text NOT NULL,
      state text DEFAULT 'uploaded' NOT NULL,
      attempts integer DEFAULT 0 NOT NULL,
      lease_until timestamptz,
      next_attempt_at timestamptz DEFAULT now() NOT NULL,
      import_id integer,
      rejects jsonb DEFAULT '[]' NOT NULL,
      failure text,
      created_at timestamptz DEFAULT now() NOT NULL,
      finished_at timestamptz,
      CONSTRAINT pk_import_uploads PRIMARY KEY (id),
      CONSTRAINT ck_import_uploads_kind CHECK (kind IN ('products', 'reviews', 'posts', 'contacts')),
      CONSTRAINT ck_import_uploads_state CHECK (state IN ('uploaded', 'queued', 'running', 'completed', 'failed'))
    )`,
    `ALTER TABLE import_uploads ALTER content SET STORAGE EXTERNAL`,
  ];
  override readonly backward = [`DROP TABLE import_uploads`];
}
