import { StatementMigration } from '../statement.migration.js';

/** The sender of a team's pitches. */
export class CreateSenderProfiles1795403100000 extends StatementMigration {
  override readonly forward = [
    `CREATE TABLE sender_profiles (
      team_id uuid,
      company text,
      product text,
      what_it_does text,
      for_whom text,
      name text,
      role text,
      signature text,
      tone text,
      updated_at timestamptz DEFAULT now() NOT NULL,
      CONSTRAINT pk_sender_profiles PRIMARY KEY (team_id),
      CONSTRAINT fk_sender_profiles_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
    )`,
  ];
  override readonly backward = ['DROP TABLE sender_profiles'];
}
