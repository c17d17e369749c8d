import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE webhook_endpoints (
    id uuid,
    team_id uuid NOT NULL,
    url text NOT NULL,
    event_types text[] NOT NULL,
    description text,
    livemode boolean DEFAULT true NOT NULL,
    status text DEFAULT 'enabled' NOT NULL,
    disabled_reason text,
    failing_since timestamptz,
    failures integer DEFAULT 0 NOT NULL,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT pk_webhook_endpoints PRIMARY KEY (id),
    CONSTRAINT fk_webhook_endpoints_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT ck_webhook_endpoints_status CHECK (status IN ('enabled', 'disabled')),
    CONSTRAINT ck_webhook_endpoints_disabled_reason CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL))
  )`,
  `CREATE INDEX ix_webhook_endpoints_team_id ON webhook_endpoints (team_id, id) WHERE deleted_at IS NULL`,
  `CREATE TABLE webhook_secrets (
    id uuid,
    endpoint_id uuid NOT NULL,
    secret_encrypted bytea NOT NULL,
    hint text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz,
    CONSTRAINT pk_webhook_secrets PRIMARY KEY (id),
    CONSTRAINT fk_webhook_secrets_endpoint_id FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_webhook_secrets_endpoint_id ON webhook_secrets (endpoint_id, id)`,
  `CREATE TABLE webhook_deliveries (
    id uuid,
    team_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    origin text NOT NULL,
    body text NOT NULL,
    status text DEFAULT 'pending' NOT NULL,
    attempts_made integer DEFAULT 0 NOT NULL,
    claims integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    next_attempt_at timestamptz,
    replay_of uuid,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_webhook_deliveries PRIMARY KEY (id),
    CONSTRAINT fk_webhook_deliveries_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_webhook_deliveries_endpoint_id FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE,
    CONSTRAINT ck_webhook_deliveries_origin CHECK (origin IN ('event', 'range', 'replay', 'test')),
    CONSTRAINT ck_webhook_deliveries_status CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    CONSTRAINT ck_webhook_deliveries_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX uq_webhook_deliveries_event ON webhook_deliveries (endpoint_id, event_id) WHERE origin = 'event'`,
  `CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, id) WHERE status = 'pending'`,
  `CREATE INDEX ix_webhook_deliveries_endpoint_id ON webhook_deliveries (endpoint_id, created_at, id)`,
  `CREATE INDEX ix_webhook_deliveries_team_id ON webhook_deliveries (team_id, created_at)`,
  `CREATE TABLE webhook_attempts (
    delivery_id uuid,
    number integer,
    started_at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    response_status integer,
    error text,
    response_body text,
    CONSTRAINT pk_webhook_attempts PRIMARY KEY (delivery_id, number),
    CONSTRAINT fk_webhook_attempts_delivery_id FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
  )`,
];

/** The endpoints of teams, their secrets, and the log of deliveries to them. */
export class CreateWebhooks1795500510000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP TABLE webhook_attempts, webhook_deliveries, webhook_secrets, webhook_endpoints'];
}
