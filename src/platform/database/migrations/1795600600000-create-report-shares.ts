import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE report_shares (
    token_hash bytea NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    report_id uuid NOT NULL,
    team_id uuid NOT NULL,
    created_by uuid,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_report_shares PRIMARY KEY (token_hash),
    CONSTRAINT uq_report_shares_id UNIQUE (id),
    CONSTRAINT fk_report_shares_report FOREIGN KEY (report_id) REFERENCES reports ON DELETE CASCADE,
    CONSTRAINT fk_report_shares_team FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_report_shares_created_by FOREIGN KEY (created_by) REFERENCES users ON DELETE SET NULL
  )`,
  `CREATE INDEX ix_report_shares_team ON report_shares (team_id, expires_at)`,
];

/** Links with which anyone may read one report of a team. Only their hashes are stored. */
export class CreateReportShares1795600600000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE report_shares'];
}
