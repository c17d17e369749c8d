import { StatementMigration } from '../statement.migration.js';

/** Texts that were erased: by their place and id there, so that no import brings them back. */
export class CreateErasedTexts1797000020000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE erased_texts (
       kind text NOT NULL,
       place text NOT NULL,
       external_id text NOT NULL,
       why text NOT NULL,
       erased_at timestamptz NOT NULL DEFAULT now(),
       CONSTRAINT pk_erased_texts PRIMARY KEY (kind, place, external_id),
       CONSTRAINT ck_erased_texts_kind CHECK (kind IN ('reviews', 'posts')))`,
  ];
  override readonly backward = ['DROP TABLE erased_texts'];
}
