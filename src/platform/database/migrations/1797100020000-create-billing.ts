import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE teams ADD is_billed boolean DEFAULT false NOT NULL`,
  `CREATE TABLE billing_customers (
    team_id uuid,
    customer_id text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_billing_customers PRIMARY KEY (team_id),
    CONSTRAINT fk_billing_customers_team_id FOREIGN KEY (team_id) REFERENCES teams
  )`,
  `CREATE UNIQUE INDEX uq_billing_customers_customer_id ON billing_customers (customer_id)`,
  `CREATE TABLE billing_events (
    id text,
    type text NOT NULL,
    subject_kind text,
    subject_id text,
    state text DEFAULT 'queued' NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    next_attempt_at timestamptz DEFAULT now() NOT NULL,
    outcome text,
    failure text,
    received_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_billing_events PRIMARY KEY (id),
    CONSTRAINT ck_billing_events_finished CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
    CONSTRAINT ck_billing_events_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CONSTRAINT ck_billing_events_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
    CONSTRAINT ck_billing_events_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL)
      AND (subject_kind IS NULL OR subject_kind IN ('subscription', 'payment'))
      AND (subject_kind IS NOT NULL OR state = 'completed'))
  )`,
  `CREATE INDEX ix_billing_events_open ON billing_events (next_attempt_at) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX ix_billing_events_failed ON billing_events (received_at) WHERE state = 'failed'`,
  `CREATE TABLE billing_subscriptions (
    id text,
    team_id uuid NOT NULL,
    tier text,
    status text NOT NULL,
    period_starts_at timestamptz NOT NULL,
    period_ends_at timestamptz NOT NULL,
    is_paid boolean NOT NULL,
    ends_with_period boolean NOT NULL,
    created_at timestamptz NOT NULL,
    read_at timestamptz NOT NULL,
    CONSTRAINT pk_billing_subscriptions PRIMARY KEY (id),
    CONSTRAINT fk_billing_subscriptions_customer FOREIGN KEY (team_id) REFERENCES billing_customers,
    CONSTRAINT ck_billing_subscriptions_period CHECK (period_starts_at < period_ends_at),
    CONSTRAINT ck_billing_subscriptions_status
      CHECK (status IN ('active', 'trialing', 'past_due', 'canceled', 'paused', 'none')),
    CONSTRAINT ck_billing_subscriptions_tier CHECK (tier IN ('starter', 'growth', 'scale', 'enterprise'))
  )`,
  `CREATE INDEX ix_billing_subscriptions_team_id ON billing_subscriptions (team_id)`,
  `CREATE TABLE billing_payments (
    id text,
    team_id uuid NOT NULL,
    credits integer NOT NULL,
    state text NOT NULL,
    read_at timestamptz NOT NULL,
    CONSTRAINT pk_billing_payments PRIMARY KEY (id),
    CONSTRAINT fk_billing_payments_customer FOREIGN KEY (team_id) REFERENCES billing_customers,
    CONSTRAINT ck_billing_payments_credits CHECK (credits > 0),
    CONSTRAINT ck_billing_payments_state CHECK (state IN ('open', 'paid', 'returned'))
  )`,
  `CREATE INDEX ix_billing_payments_team_id ON billing_payments (team_id)`,
];

const DOWN = [
  'DROP TABLE billing_payments, billing_subscriptions, billing_events, billing_customers',
  'ALTER TABLE teams DROP is_billed',
];

/** What the billing provider says of teams: their customers, subscriptions and payments, and the events to look at. */
export class CreateBilling1797100020000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
