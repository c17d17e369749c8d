import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE destinations (
    id uuid,
    team_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    news text[] NOT NULL,
    saved_search_ids uuid[],
    secret_encrypted bytea,
    secret_hint text NOT NULL,
    livemode boolean DEFAULT true NOT NULL,
    status text DEFAULT 'enabled' NOT NULL,
    disabled_reason text,
    last_failure text,
    last_failure_at timestamptz,
    last_success_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT pk_destinations PRIMARY KEY (id),
    CONSTRAINT fk_destinations_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_destinations_kind CHECK (kind IN ('slack', 'hubspot')),
    CONSTRAINT ck_destinations_news CHECK (news <@ CASE kind WHEN 'slack' THEN ARRAY['matches', 'reports', 'weekly']
      ELSE ARRAY['qualified'] END),
    CONSTRAINT ck_destinations_secret CHECK ((deleted_at IS NULL) = (secret_encrypted IS NOT NULL)),
    CONSTRAINT ck_destinations_status CHECK (status IN ('enabled', 'disabled')),
    CONSTRAINT ck_destinations_disabled_reason CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)
      AND (disabled_reason IS NULL OR disabled_reason IN ('manual', 'refused', 'plan')))
  )`,
  `CREATE INDEX ix_destinations_team_id ON destinations (team_id, id) WHERE deleted_at IS NULL`,
  `CREATE TABLE destination_deliveries (
    id uuid,
    team_id uuid NOT NULL,
    destination_id uuid NOT NULL,
    news text NOT NULL,
    subject text NOT NULL,
    content jsonb NOT NULL,
    status text DEFAULT 'pending' NOT NULL,
    attempts_made integer DEFAULT 0 NOT NULL,
    claims integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    next_attempt_at timestamptz,
    sending_since timestamptz,
    failure text,
    detail text,
    response_status integer,
    attempted_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_destination_deliveries PRIMARY KEY (id),
    CONSTRAINT fk_destination_deliveries_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_destination_deliveries_destination_id FOREIGN KEY (destination_id) REFERENCES destinations ON DELETE CASCADE,
    CONSTRAINT ck_destination_deliveries_news CHECK (news IN ('matches', 'reports', 'weekly', 'hand_over', 'test')),
    CONSTRAINT ck_destination_deliveries_status CHECK (status IN ('pending', 'succeeded', 'failed', 'unknown', 'canceled')),
    CONSTRAINT ck_destination_deliveries_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX uq_destination_deliveries_subject ON destination_deliveries (destination_id, news, subject)`,
  // Matches that come while a message waits are added to it.
  `CREATE UNIQUE INDEX uq_destination_deliveries_batch ON destination_deliveries (destination_id)
     WHERE news = 'matches' AND status = 'pending' AND claims = 0`,
  `CREATE INDEX ix_destination_deliveries_due ON destination_deliveries (destination_id, next_attempt_at, id) WHERE status = 'pending'`,
  `CREATE INDEX ix_destination_deliveries_destination_id ON destination_deliveries (destination_id, created_at, id)`,
  `CREATE INDEX ix_destination_deliveries_team_id ON destination_deliveries (team_id, created_at)`,
];

/** The destinations of teams, and the log of what is sent to them. */
export class CreateDestinations1797400000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE destination_deliveries, destinations'];
}
