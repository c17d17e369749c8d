import { StatementMigration } from '../statement.migration.js';

const UP = [
  // False for reports that were made before mentions were stored.
  `ALTER TABLE reports ADD has_mentions boolean DEFAULT false NOT NULL`,
  `CREATE TABLE theme_mentions (
    report_id uuid,
    theme_id uuid,
    position integer,
    review_id uuid NOT NULL,
    quote_text text NOT NULL,
    strength numeric(4,3) NOT NULL,
    answer text,
    rating numeric(2,1),
    platform text NOT NULL,
    source_url text,
    review_date timestamptz,
    CONSTRAINT pk_theme_mentions PRIMARY KEY (report_id, theme_id, position),
    CONSTRAINT fk_theme_mentions_report_id FOREIGN KEY (report_id) REFERENCES reports ON DELETE CASCADE,
    CONSTRAINT ck_theme_mentions_answer CHECK (answer IN ('likes', 'dislikes'))
  )`,
];

const DOWN = [`DROP TABLE theme_mentions`, `ALTER TABLE reports DROP has_mentions`];

/** Stores the reviews that name each theme of a report. */
export class CreateThemeMentions1795500100000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
