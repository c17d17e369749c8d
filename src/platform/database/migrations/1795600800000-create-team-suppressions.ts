import { StatementMigration } from '../statement.migration.js';

/** Earlier unlocks get the domains of their email address, and the domains above it. Their time of change stays. */
const UP = [
  `CREATE TABLE team_suppressions (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    key text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT pk_team_suppressions PRIMARY KEY (id),
    CONSTRAINT uq_team_suppressions_key UNIQUE (team_id, key),
    CONSTRAINT fk_team_suppressions_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_team_suppressions_key CHECK (key ~ '^(email|domain|profile):')
  )`,
  `CREATE INDEX ix_team_suppressions_team ON team_suppressions (team_id, id)`,
  `ALTER TABLE unlocks DISABLE TRIGGER USER`,
  `UPDATE unlocks SET identity_keys = identity_keys || ARRAY(
     SELECT DISTINCT 'domain:' || array_to_string(labels[place:], '.')
     FROM unnest(identity_keys) AS key,
          LATERAL (SELECT string_to_array(split_part(key, '@', 2), '.') AS labels) AS domain,
          generate_series(1, cardinality(labels) - 1) AS place
     WHERE starts_with(key, 'email:'))
   WHERE identity_keys <> '{}'`,
  `ALTER TABLE unlocks ENABLE TRIGGER USER`,
];

/** The people and domains that a team does not want to contact. */
export class CreateTeamSuppressions1795600800000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE team_suppressions'];
}
