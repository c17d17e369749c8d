import { StatementMigration } from '../statement.migration.js';

/** Imports, and for each stored record the import that inserted it and the one that changed it last. */
export class CreateImports1796400000000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE imports (
      id integer,
      kind text NOT NULL,
      file_name text NOT NULL,
      format text,
      options jsonb DEFAULT '{}' NOT NULL,
      state text DEFAULT 'running' NOT NULL,
      inserted integer DEFAULT 0 NOT NULL,
      updated integer DEFAULT 0 NOT NULL,
      unchanged integer DEFAULT 0 NOT NULL,
      rejected integer DEFAULT 0 NOT NULL,
      removed integer DEFAULT 0 NOT NULL,
      kept jsonb DEFAULT '{}' NOT NULL,
      failure text,
      started_by text NOT NULL,
      started_at timestamptz DEFAULT now() NOT NULL,
      changed_at timestamptz DEFAULT now() NOT NULL,
      finished_at timestamptz,
      CONSTRAINT pk_imports PRIMARY KEY (id),
      CONSTRAINT ck_imports_kind CHECK (kind IN ('products', 'reviews', 'posts', 'contacts')),
      CONSTRAINT ck_imports_state CHECK (state IN ('running', 'completed', 'failed', 'undoing', 'undone'))
    )`,
    // Without a foreign key, whose check would cost each line of an import. No import is ever deleted.
    ...['products', 'reviews', 'posts'].flatMap((table) => [
      `ALTER TABLE ${table} ADD inserted_by integer, ADD changed_by integer`,
      `CREATE INDEX ix_${table}_inserted_by ON ${table} (inserted_by, id) WHERE inserted_by IS NOT NULL`,
    ]),
  ];
  override readonly backward = [
    ...['products', 'reviews', 'posts'].map((table) => `ALTER TABLE ${table} DROP inserted_by, DROP changed_by`),
    `DROP TABLE imports`,
  ];
}
