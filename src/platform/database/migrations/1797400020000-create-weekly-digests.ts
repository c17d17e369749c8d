import { StatementMigration } from '../statement.migration.js';

/** The weeks that people were told of, and the people who want no weekly digest. */
export class CreateWeeklyDigests1797400020000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE weekly_digests (
      team_id uuid,
      user_id uuid,
      week date,
      products integer NOT NULL,
      created_at timestamptz DEFAULT now() NOT NULL,
      CONSTRAINT pk_weekly_digests PRIMARY KEY (team_id, user_id, week),
      CONSTRAINT fk_weekly_digests_membership FOREIGN KEY (team_id, user_id) REFERENCES memberships (team_id, user_id) ON DELETE CASCADE,
      CONSTRAINT ck_weekly_digests_week CHECK (extract(isodow FROM week) = 1)
    )`,
    `CREATE INDEX ix_weekly_digests_user_id ON weekly_digests (user_id)`,
    `CREATE TABLE weekly_digest_stops (
      team_id uuid,
      user_id uuid,
      created_at timestamptz DEFAULT now() NOT NULL,
      CONSTRAINT pk_weekly_digest_stops PRIMARY KEY (team_id, user_id),
      CONSTRAINT fk_weekly_digest_stops_membership FOREIGN KEY (team_id, user_id) REFERENCES memberships (team_id, user_id) ON DELETE CASCADE
    )`,
    `CREATE INDEX ix_weekly_digest_stops_user_id ON weekly_digest_stops (user_id)`,
  ];
  override readonly backward = ['DROP TABLE weekly_digest_stops, weekly_digests'];
}
