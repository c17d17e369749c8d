import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Teams and people, the credit ledger, API keys. */
export class CreateAccounts1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(`
      CREATE TABLE teams (
        id uuid CONSTRAINT pk_teams PRIMARY KEY,
        name text NOT NULL,
        tier text NOT NULL CONSTRAINT ck_teams_tier CHECK (tier IN ('free', 'starter', 'growth', 'scale', 'enterprise')),
        subscription_status text NOT NULL CONSTRAINT ck_teams_subscription_status
          CHECK (subscription_status IN ('active', 'trialing', 'past_due', 'canceled', 'paused', 'none')),
        period_started_at timestamptz,
        period_ends_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_teams_period CHECK ((period_started_at IS NULL) = (period_ends_at IS NULL) AND period_started_at < period_ends_at)
      )`);
    await runner.query(
      `CREATE INDEX ix_teams_period_ends_at ON teams (period_ends_at) WHERE period_ends_at IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE users (
        id uuid CONSTRAINT pk_users PRIMARY KEY,
        email text NOT NULL,
        password_hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE UNIQUE INDEX uq_users_email ON users (lower(email))`);
    await runner.query(`
      CREATE TABLE memberships (
        team_id uuid NOT NULL CONSTRAINT fk_memberships_team_id REFERENCES teams ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT fk_memberships_user_id REFERENCES users ON DELETE CASCADE,
        role text NOT NULL CONSTRAINT ck_memberships_role CHECK (role IN ('owner', 'member')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_memberships PRIMARY KEY (team_id, user_id)
      )`);
    await runner.query(`CREATE INDEX ix_memberships_user_id ON memberships (user_id)`);

    await runner.query(`
      CREATE TABLE credit_accounts (
        team_id uuid CONSTRAINT pk_credit_accounts PRIMARY KEY CONSTRAINT fk_credit_accounts_team_id REFERENCES teams,
        balance integer NOT NULL DEFAULT 0 CONSTRAINT ck_credit_accounts_balance CHECK (balance >= 0),
        entries integer NOT NULL DEFAULT 0
      )`);
    await runner.query(`
      CREATE TABLE spend_budgets (
        id uuid CONSTRAINT pk_spend_budgets PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_spend_budgets_team_id REFERENCES teams,
        kind text NOT NULL CONSTRAINT ck_spend_budgets_kind CHECK (kind IN ('lifetime', 'rolling')),
        ceiling integer NOT NULL CONSTRAINT ck_spend_budgets_ceiling CHECK (ceiling >= 0)
      )`);
    await runner.query(`
      CREATE TABLE purchases (
        id uuid CONSTRAINT pk_purchases PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_purchases_team_id REFERENCES teams,
        action text NOT NULL,
        thing text NOT NULL,
        cost integer NOT NULL CONSTRAINT ck_purchases_cost CHECK (cost > 0),
        state text NOT NULL DEFAULT 'open' CONSTRAINT ck_purchases_state CHECK (state IN ('open', 'settled', 'refunded')),
        budget_id uuid CONSTRAINT fk_purchases_budget_id REFERENCES spend_budgets,
        credential_kind text NOT NULL,
        credential_id text,
        request_id text,
        deadline_at timestamptz NOT NULL,
        opened_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz,
        CONSTRAINT ck_purchases_closed CHECK ((state = 'open') = (closed_at IS NULL))
      )`);
    await runner.query(`CREATE UNIQUE INDEX uq_purchases_open_thing ON purchases (action, thing) WHERE state = 'open'`);
    await runner.query(`CREATE INDEX ix_purchases_open_deadline ON purchases (deadline_at) WHERE state = 'open'`);
    await runner.query(
      `CREATE INDEX ix_purchases_budget ON purchases (budget_id, opened_at) INCLUDE (cost) WHERE state <> 'refunded'`,
    );
    await runner.query(`CREATE INDEX ix_purchases_team_id ON purchases (team_id, opened_at)`);

    await runner.query(`
      CREATE TABLE credit_entries (
        team_id uuid NOT NULL CONSTRAINT fk_credit_entries_account REFERENCES credit_accounts,
        position integer NOT NULL CONSTRAINT ck_credit_entries_position CHECK (position > 0),
        kind text NOT NULL,
        amount integer NOT NULL,
        balance_after integer NOT NULL CONSTRAINT ck_credit_entries_balance_after CHECK (balance_after >= 0),
        purchase_id uuid CONSTRAINT fk_credit_entries_purchase_id REFERENCES purchases,
        period_ends_at timestamptz,
        action text,
        thing text,
        reason text,
        credential_kind text NOT NULL,
        credential_id text,
        request_id text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_credit_entries PRIMARY KEY (team_id, position),
        CONSTRAINT ck_credit_entries_kind CHECK (
          (kind IN ('grant', 'refill', 'refund') AND amount > 0) OR (kind IN ('charge', 'expiry') AND amount < 0)),
        CONSTRAINT ck_credit_entries_purchase CHECK ((kind IN ('charge', 'refund')) = (purchase_id IS NOT NULL)),
        CONSTRAINT ck_credit_entries_period CHECK ((kind IN ('refill', 'expiry')) = (period_ends_at IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX uq_credit_entries_purchase ON credit_entries (purchase_id, kind) WHERE purchase_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX uq_credit_entries_period ON credit_entries (team_id, kind, period_ends_at) WHERE period_ends_at IS NOT NULL`,
    );

    // The ledger keeps itself: entries never change, each continues the one before it, and the account shows the last one.
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
      END $$`);
    await runner.query(`
      CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await runner.query(`
      CREATE FUNCTION continue_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
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
      END $$`);
    await runner.query(`
      CREATE TRIGGER credit_entries_continue AFTER INSERT ON credit_entries FOR EACH ROW EXECUTE FUNCTION continue_ledger()`);
    await runner.query(`
      CREATE FUNCTION balance_matches_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE account credit_accounts; last credit_entries;
      BEGIN
        SELECT * INTO account FROM credit_accounts WHERE team_id = NEW.team_id;
        SELECT * INTO last FROM credit_entries WHERE team_id = NEW.team_id ORDER BY position DESC LIMIT 1;
        IF account.balance <> coalesce(last.balance_after, 0) OR account.entries <> coalesce(last.position, 0) THEN
          RAISE EXCEPTION 'balance of team % does not match its ledger', NEW.team_id;
        END IF;
        RETURN NULL;
      END $$`);
    for (const table of ['credit_accounts', 'credit_entries']) {
      await runner.query(`
        CREATE CONSTRAINT TRIGGER ${table}_balance AFTER INSERT ${table === 'credit_accounts' ? 'OR UPDATE ' : ''}ON ${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION balance_matches_ledger()`);
    }

    await runner.query(`
      CREATE TABLE api_keys (
        id uuid CONSTRAINT pk_api_keys PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_api_keys_team_id REFERENCES teams ON DELETE CASCADE,
        name text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT uq_api_keys_key_hash UNIQUE,
        hint text NOT NULL,
        budget_id uuid CONSTRAINT fk_api_keys_budget_id REFERENCES spend_budgets,
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX ix_api_keys_team_id ON api_keys (team_id, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE api_keys, credit_entries, purchases, spend_budgets, credit_accounts, memberships, users, teams`,
    );
    await runner.query(`DROP FUNCTION balance_matches_ledger, continue_ledger, refuse_change`);
  }
}
