import { StatementMigration } from '../statement.migration.js';

/** The sources of teams. Those that the operator added stay when no team has them any more. */
export class CreateTeamSources1797000030000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE sources ADD COLUMN is_operators boolean DEFAULT true NOT NULL`,
    `CREATE TABLE team_sources (
       team_id uuid NOT NULL,
       source_id uuid NOT NULL,
       interval_seconds integer NOT NULL,
       created_at timestamptz DEFAULT now() NOT NULL,
       CONSTRAINT pk_team_sources PRIMARY KEY (team_id, source_id),
       CONSTRAINT fk_team_sources_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
       CONSTRAINT fk_team_sources_source_id FOREIGN KEY (source_id) REFERENCES sources ON DELETE CASCADE)`,
    `CREATE INDEX ix_team_sources_source ON team_sources (source_id)`,
  ];
  override readonly backward = ['DROP TABLE team_sources', 'ALTER TABLE sources DROP is_operators'];
}
