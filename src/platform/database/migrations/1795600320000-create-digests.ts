import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE digests (
    team_id uuid,
    user_id uuid,
    due_at timestamptz(3),
    opportunities integer NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_digests PRIMARY KEY (team_id, user_id, due_at),
    CONSTRAINT fk_digests_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_digests_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_digests_created_at ON digests (created_at)`,
  `CREATE INDEX ix_digests_user_id ON digests (user_id)`,
  `CREATE TABLE digest_recipients (
    search_id uuid,
    user_id uuid,
    told_until timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT pk_digest_recipients PRIMARY KEY (search_id, user_id),
    CONSTRAINT fk_digest_recipients_search_id FOREIGN KEY (search_id) REFERENCES saved_searches ON DELETE CASCADE,
    CONSTRAINT fk_digest_recipients_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_digest_recipients_user_id ON digest_recipients (user_id)`,
];

/** The digests of saved searches by mail, and the time up to which each recipient has been notified. */
export class CreateDigests1795600320000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE digest_recipients, digests'];
}
