import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE teams (
    id uuid,
    name text NOT NULL,
    tier text NOT NULL,
    subscription_status text NOT NULL,
    period_started_at timestamptz,
    period_ends_at timestamptz,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_teams PRIMARY KEY (id),
    CONSTRAINT ck_teams_period
      CHECK (((period_started_at IS NULL) = (period_ends_at IS NULL)) AND (period_started_at < period_ends_at)),
    CONSTRAINT ck_teams_subscription_status
      CHECK (subscription_status IN ('active', 'trialing', 'past_due', 'canceled', 'paused', 'none')),
    CONSTRAINT ck_teams_tier CHECK (tier IN ('free', 'starter', 'growth', 'scale', 'enterprise'))
  )`,
  `CREATE INDEX ix_teams_period_ends_at ON teams (period_ends_at) WHERE period_ends_at IS NOT NULL`,
  `CREATE TABLE credit_accounts (
    team_id uuid,
    balance integer DEFAULT 0 NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    CONSTRAINT pk_credit_accounts PRIMARY KEY (team_id),
    CONSTRAINT fk_credit_accounts_team_id FOREIGN KEY (team_id) REFERENCES teams,
    CONSTRAINT ck_credit_accounts_balance CHECK (balance >= 0)
  )`,
  `CREATE TABLE spend_budgets (
    id uuid,
    team_id uuid NOT NULL,
    kind text NOT NULL,
    ceiling integer NOT NULL,
    highest_ceiling integer NOT NULL,
    CONSTRAINT pk_spend_budgets PRIMARY KEY (id),
    CONSTRAINT fk_spend_budgets_team_id FOREIGN KEY (team_id) REFERENCES teams,
    CONSTRAINT ck_spend_budgets_ceiling CHECK (ceiling >= 0),
    CONSTRAINT ck_spend_budgets_highest_ceiling CHECK (highest_ceiling >= ceiling),
    CONSTRAINT ck_spend_budgets_kind CHECK (kind IN ('lifetime', 'rolling'))
  )`,
  `CREATE TABLE purchases (
    id uuid,
    team_id uuid NOT NULL,
    action text NOT NULL,
    thing text NOT NULL,
    cost integer NOT NULL,
    state text DEFAULT 'open' NOT NULL,
    budget_id uuid,
    credential_kind text NOT NULL,
    credential_id text,
    request_id text,
    deadline_at timestamptz NOT NULL,
    opened_at timestamptz DEFAULT now() NOT NULL,
    closed_at timestamptz,
    CONSTRAINT pk_purchases PRIMARY KEY (id),
    CONSTRAINT fk_purchases_budget_id FOREIGN KEY (budget_id) REFERENCES spend_budgets,
    CONSTRAINT fk_purchases_team_id FOREIGN KEY (team_id) REFERENCES teams,
    CONSTRAINT ck_purchases_closed CHECK ((state = 'open') = (closed_at IS NULL)),
    CONSTRAINT ck_purchases_cost CHECK (cost > 0),
    CONSTRAINT ck_purchases_state CHECK (state IN ('open', 'settled', 'refunded'))
  )`,
  `CREATE INDEX ix_purchases_budget ON purchases (budget_id, opened_at) INCLUDE (cost) WHERE state <> 'refunded'`,
  `CREATE INDEX ix_purchases_open_deadline ON purchases (deadline_at) WHERE state = 'open'`,
  `CREATE INDEX ix_purchases_team_id ON purchases (team_id, opened_at)`,
  `CREATE UNIQUE INDEX uq_purchases_open_thing ON purchases (action, thing) WHERE state = 'open'`,
  `CREATE TABLE credit_entries (
    team_id uuid,
    position integer NOT NULL,
    kind text NOT NULL,
    amount integer NOT NULL,
    balance_after integer NOT NULL,
    purchase_id uuid,
    period_ends_at timestamptz,
    action text,
    thing text,
    reason text,
    credential_kind text NOT NULL,
    credential_id text,
    request_id text,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_credit_entries PRIMARY KEY (team_id, position),
    CONSTRAINT fk_credit_entries_account FOREIGN KEY (team_id) REFERENCES credit_accounts,
    CONSTRAINT fk_credit_entries_purchase_id FOREIGN KEY (purchase_id) REFERENCES purchases,
    CONSTRAINT ck_credit_entries_balance_after CHECK (balance_after >= 0),
    CONSTRAINT ck_credit_entries_kind
      CHECK ((kind IN ('grant', 'refill', 'refund') AND amount > 0) OR (kind IN ('charge', 'expiry') AND amount < 0)),
    CONSTRAINT ck_credit_entries_period CHECK ((kind IN ('refill', 'expiry')) = (period_ends_at IS NOT NULL)),
    CONSTRAINT ck_credit_entries_position CHECK (position > 0),
    CONSTRAINT ck_credit_entries_purchase CHECK ((kind IN ('charge', 'refund')) = (purchase_id IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX uq_credit_entries_period ON credit_entries (team_id, kind, period_ends_at)
    WHERE period_ends_at IS NOT NULL`,
  `CREATE UNIQUE INDEX uq_credit_entries_purchase ON credit_entries (purchase_id, kind)
    WHERE purchase_id IS NOT NULL`,
  `CREATE TABLE runs (
    id uuid,
    kind text NOT NULL,
    item text NOT NULL,
    team_id uuid,
    purchase_id uuid,
    idempotency_id text,
    input jsonb NOT NULL,
    state text DEFAULT 'queued' NOT NULL,
    progress integer DEFAULT 0 NOT NULL,
    items_total integer,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamptz,
    requeues integer DEFAULT 0 NOT NULL,
    enqueued_at timestamptz DEFAULT now() NOT NULL,
    deadline_at timestamptz,
    failure text,
    created_at timestamptz DEFAULT now() NOT NULL,
    finished_at timestamptz,
    CONSTRAINT pk_runs PRIMARY KEY (id),
    CONSTRAINT uq_runs_purchase_id UNIQUE (purchase_id),
    CONSTRAINT fk_runs_purchase_id FOREIGN KEY (purchase_id) REFERENCES purchases,
    CONSTRAINT fk_runs_team_id FOREIGN KEY (team_id) REFERENCES teams,
    CONSTRAINT ck_runs_failure CHECK ((state = 'failed') = (failure IS NOT NULL)),
    CONSTRAINT ck_runs_finished CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
    CONSTRAINT ck_runs_lease CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CONSTRAINT ck_runs_progress CHECK ((progress >= 0) AND (progress <= 100)),
    CONSTRAINT ck_runs_state CHECK (state IN ('queued', 'running', 'completed', 'failed'))
  )`,
  `CREATE INDEX ix_runs_idempotency_id ON runs (idempotency_id)
    WHERE (idempotency_id IS NOT NULL) AND (state <> 'failed')`,
  `CREATE INDEX ix_runs_item ON runs (kind, item, id)`,
  `CREATE INDEX ix_runs_open_enqueued_at ON runs (enqueued_at) WHERE state IN ('queued', 'running')`,
  `CREATE UNIQUE INDEX uq_runs_open_item ON runs (kind, item) WHERE state IN ('queued', 'running')`,
  `CREATE TABLE team_invitations (
    token_hash bytea,
    team_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT pk_team_invitations PRIMARY KEY (token_hash),
    CONSTRAINT fk_team_invitations_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE
  )`,
  `CREATE INDEX ix_team_invitations_team_id ON team_invitations (team_id)`,
  `CREATE TABLE users (
    id uuid,
    email text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_users PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX uq_users_email ON users (lower(email))`,
  `CREATE TABLE memberships (
    team_id uuid,
    user_id uuid,
    role text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_memberships PRIMARY KEY (team_id, user_id),
    CONSTRAINT fk_memberships_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
    CONSTRAINT fk_memberships_user_id FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
    CONSTRAINT ck_memberships_role CHECK (role IN ('owner', 'member'))
  )`,
  `CREATE INDEX ix_memberships_user_id ON memberships (user_id)`,
  // Triggers keep the ledger consistent: entries never change, each continues the one before it, and the account has
  // the last balance.
  `CREATE FUNCTION balance_matches_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE account credit_accounts; last credit_entries;
  BEGIN
    SELECT * INTO account FROM credit_accounts WHERE team_id = NEW.team_id;
    SELECT * INTO last FROM credit_entries WHERE team_id = NEW.team_id ORDER BY position DESC LIMIT 1;
    IF account.balance <> coalesce(last.balance_after, 0) OR account.entries <> coalesce(last.position, 0) THEN
      RAISE EXCEPTION 'balance of team % does not match its ledger', NEW.team_id;
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE FUNCTION continue_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE before integer;
  BEGIN
    SELECT balance_after INTO before FROM credit_entries WHERE team_id = NEW.team_id AND position = NEW.position - 1;
    IF NEW.position > 1 AND before IS NULL THEN
      RAISE EXCEPTION 'ledger of team % has no entry before position %', NEW.team_id, NEW.position;
    END IF;
    IF coalesce(before, 0) + NEW.amount <> NEW.balance_after THEN
      RAISE EXCEPTION 'ledger entry of team % does not continue the balance %', NEW.team_id, coalesce(before, 0);
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END
  $$`,
  `CREATE FUNCTION refuse_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'purchase % has ended', OLD.id;
  END
  $$`,
  `CREATE CONSTRAINT TRIGGER credit_accounts_balance AFTER INSERT OR UPDATE
    ON credit_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION balance_matches_ledger()`,
  `CREATE TRIGGER credit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON credit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `CREATE CONSTRAINT TRIGGER credit_entries_balance AFTER INSERT ON credit_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION balance_matches_ledger()`,
  `CREATE TRIGGER credit_entries_continue AFTER INSERT ON credit_entries
    FOR EACH ROW EXECUTE FUNCTION continue_ledger()`,
  // A purchase that ended never changes again.
  `CREATE TRIGGER purchases_end_once BEFORE DELETE OR UPDATE ON purchases
    FOR EACH ROW WHEN (old.state <> 'open') EXECUTE FUNCTION refuse_reopening()`,
];

const DOWN = [
  `DROP TABLE memberships, users, team_invitations, runs, credit_entries, purchases, spend_budgets,
  credit_accounts, teams`,
  `DROP FUNCTION balance_matches_ledger, continue_ledger, refuse_change, refuse_reopening`,
];

/** Teams and their people, the credit ledger with its triggers, and paid runs. */
export class CreateAccounts1795400100000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
