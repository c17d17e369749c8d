import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE home_visits (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    previous_at timestamptz,
    seen_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_home_visits PRIMARY KEY (team_id, user_id),
    CONSTRAINT fk_home_visits_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_home_visits_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_home_visits_user_id ON home_visits (user_id)`,
  `CREATE TABLE seen_reports (
    team_id uuid NOT NULL,
    report_id uuid NOT NULL,
    seen_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_seen_reports PRIMARY KEY (team_id, report_id),
    CONSTRAINT fk_seen_reports_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_seen_reports_report_id FOREIGN KEY (report_id) REFERENCES reports ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_seen_reports_report_id ON seen_reports (report_id)`,
  `CREATE INDEX ix_seen_reports_seen_at ON seen_reports (seen_at)`,
];

/** When people were on their home page, and the reports that a team saw before their notices came. */
export class CreateHomeVisits1796500000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE seen_reports', 'DROP TABLE home_visits'];
}
