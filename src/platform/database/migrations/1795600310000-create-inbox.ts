import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE inbox_items (
    id uuid,
    team_id uuid NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    opportunity_id uuid,
    saved_search_ids uuid[] DEFAULT '{}' NOT NULL,
    title text,
    path text NOT NULL,
    is_read boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT pk_inbox_items PRIMARY KEY (id),
    CONSTRAINT uq_inbox_items_subject UNIQUE (team_id, kind, subject),
    CONSTRAINT fk_inbox_items_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_inbox_items_opportunity_id FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE,
    CONSTRAINT ck_inbox_items_kind CHECK (kind IN ('opportunity', 'report', 'threshold', 'endpoint')),
    CONSTRAINT ck_inbox_items_title CHECK ((title IS NULL) = (kind = 'opportunity'))
  )`,
  `CREATE INDEX ix_inbox_items_team_id ON inbox_items (team_id, created_at, id)`,
  `CREATE INDEX ix_inbox_items_opportunity_id ON inbox_items (opportunity_id) WHERE opportunity_id IS NOT NULL`,
  `CREATE INDEX ix_inbox_items_created_at ON inbox_items (created_at)`,
];

/** The notices of teams in the app. */
export class CreateInbox1795600310000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE inbox_items'];
}
