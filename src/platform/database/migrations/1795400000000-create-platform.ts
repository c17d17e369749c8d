import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE events (
    id uuid,
    name text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    relayed_at timestamptz,
    version integer DEFAULT 1 NOT NULL,
    team_id uuid,
    CONSTRAINT pk_events PRIMARY KEY (id)
  )`,
  `CREATE INDEX ix_events_relayed_at ON events (relayed_at)`,
  `CREATE INDEX ix_events_waiting ON events (id) WHERE relayed_at IS NULL`,
  `CREATE TABLE event_deliveries (
    event_id uuid,
    subscriber text,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamptz DEFAULT now() NOT NULL,
    failed_at timestamptz,
    failure text,
    CONSTRAINT pk_event_deliveries PRIMARY KEY (event_id, subscriber),
    CONSTRAINT fk_event_deliveries_event_id FOREIGN KEY (event_id) REFERENCES events ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_event_deliveries_due ON event_deliveries (subscriber, next_attempt_at) WHERE failed_at IS NULL`,
  `CREATE TABLE idempotency_keys (
    id bytea,
    body_hash bytea NOT NULL,
    owner uuid NOT NULL,
    state text NOT NULL,
    lease_until timestamptz NOT NULL,
    status smallint,
    body text,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (id),
    CONSTRAINT ck_idempotency_keys_done
      CHECK (((state = 'done') = (status IS NOT NULL)) AND ((state = 'done') = (body IS NOT NULL))),
    CONSTRAINT ck_idempotency_keys_state CHECK (state IN ('running', 'done'))
  )`,
  `CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at)`,
  `CREATE TABLE secrets (
    name text,
    value text NOT NULL,
    CONSTRAINT pk_secrets PRIMARY KEY (name)
  )`,
];

const DOWN = [`DROP TABLE secrets, idempotency_keys, event_deliveries, events`];

/** Events, idempotency keys and secrets, which every district uses. */
export class CreatePlatform1795400000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
