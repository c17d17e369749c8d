import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE team_events (
    id uuid,
    team_id uuid NOT NULL,
    type text NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    sequence bigint,
    head text NOT NULL,
    tail text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_team_events PRIMARY KEY (id),
    CONSTRAINT fk_team_events_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX uq_team_events_sequence ON team_events (team_id, livemode, sequence)`,
  `CREATE INDEX ix_team_events_unnumbered ON team_events (created_at, id) WHERE sequence IS NULL`,
  `CREATE INDEX ix_team_events_created_at ON team_events (team_id, created_at)`,
  `CREATE TABLE team_event_counters (
    team_id uuid,
    livemode boolean,
    last_sequence bigint DEFAULT 0 NOT NULL,
    CONSTRAINT pk_team_event_counters PRIMARY KEY (team_id, livemode),
    CONSTRAINT fk_team_event_counters_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE TABLE run_joins (
    run_id uuid,
    team_id uuid,
    CONSTRAINT pk_run_joins PRIMARY KEY (run_id, team_id),
    CONSTRAINT fk_run_joins_run_id FOREIGN KEY (run_id) REFERENCES runs ON DELETE CASCADE,
    CONSTRAINT fk_run_joins_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
];

/** The events of each team, in an order without gaps, and the teams that wait for the run of another team. */
export class CreateTeamEvents1795500500000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE run_joins, team_event_counters, team_events'];
}
