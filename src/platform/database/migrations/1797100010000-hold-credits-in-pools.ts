import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE credit_accounts ADD pooled integer DEFAULT 0 NOT NULL`,
  `ALTER TABLE credit_accounts ADD CONSTRAINT ck_credit_accounts_pooled CHECK ((pooled >= 0) AND (pooled <= balance))`,
  `CREATE TABLE credit_pools (
    id uuid,
    team_id uuid NOT NULL,
    kind text NOT NULL,
    source_id text NOT NULL,
    granted integer NOT NULL,
    remaining integer DEFAULT 0 NOT NULL,
    only_action text,
    created_at timestamptz DEFAULT now() NOT NULL,
    expires_at timestamptz,
    reversed_at timestamptz,
    CONSTRAINT pk_credit_pools PRIMARY KEY (id),
    CONSTRAINT fk_credit_pools_account FOREIGN KEY (team_id) REFERENCES credit_accounts,
    CONSTRAINT ck_credit_pools_kind CHECK (CASE kind
      WHEN 'pack' THEN only_action IS NULL AND expires_at IS NOT NULL
      WHEN 'welcome' THEN only_action = 'generate_report' AND reversed_at IS NULL
      ELSE false END),
    CONSTRAINT ck_credit_pools_remaining CHECK ((granted > 0) AND (remaining >= 0) AND (remaining <= granted))
  )`,
  `CREATE INDEX ix_credit_pools_team_id ON credit_pools (team_id)`,
  `CREATE INDEX ix_credit_pools_remaining ON credit_pools (expires_at) WHERE remaining > 0`,
  // A payment makes one pack, and a person gets the welcome credits once, in one team.
  `CREATE UNIQUE INDEX uq_credit_pools_source ON credit_pools (kind, source_id)`,
  `CREATE UNIQUE INDEX uq_credit_pools_welcome ON credit_pools (team_id) WHERE kind = 'welcome'`,
  `CREATE TABLE credit_pool_entries (
    team_id uuid,
    position integer,
    pool_id uuid,
    amount integer NOT NULL,
    remaining_after integer NOT NULL,
    CONSTRAINT pk_credit_pool_entries PRIMARY KEY (team_id, position, pool_id),
    CONSTRAINT fk_credit_pool_entries_entry FOREIGN KEY (team_id, position) REFERENCES credit_entries,
    CONSTRAINT fk_credit_pool_entries_pool_id FOREIGN KEY (pool_id) REFERENCES credit_pools,
    CONSTRAINT ck_credit_pool_entries_amount CHECK (amount <> 0)
  )`,
  `CREATE INDEX ix_credit_pool_entries_pool_id ON credit_pool_entries (pool_id, position)`,
  `ALTER TABLE credit_entries DROP CONSTRAINT ck_credit_entries_kind, DROP CONSTRAINT ck_credit_entries_period`,
  `ALTER TABLE credit_entries
    ADD CONSTRAINT ck_credit_entries_kind CHECK ((kind IN ('grant', 'refill', 'refund') AND amount > 0)
      OR (kind IN ('charge', 'expiry', 'reversal') AND amount < 0)),
    ADD CONSTRAINT ck_credit_entries_period CHECK (CASE kind
      WHEN 'refill' THEN period_ends_at IS NOT NULL WHEN 'expiry' THEN true ELSE period_ends_at IS NULL END)`,
  `CREATE FUNCTION part_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE entry credit_entries; pool credit_pools; total integer; before integer;
  BEGIN
    SELECT * INTO entry FROM credit_entries WHERE team_id = NEW.team_id AND position = NEW.position;
    SELECT * INTO pool FROM credit_pools WHERE id = NEW.pool_id;
    SELECT sum(amount) INTO total FROM credit_pool_entries WHERE team_id = NEW.team_id AND position = NEW.position;
    SELECT remaining_after INTO before FROM credit_pool_entries
      WHERE pool_id = NEW.pool_id AND position < NEW.position ORDER BY position DESC LIMIT 1;
    IF coalesce(before, 0) + NEW.amount <> NEW.remaining_after THEN
      RAISE EXCEPTION 'part of ledger entry % of team % does not continue its credit pool', NEW.position, NEW.team_id;
    END IF;
    IF pool.team_id <> NEW.team_id THEN
      RAISE EXCEPTION 'credit pool % belongs to another team', NEW.pool_id;
    END IF;
    IF sign(NEW.amount) <> sign(entry.amount) OR abs(total) > abs(entry.amount) THEN
      RAISE EXCEPTION 'ledger entry % of team % is smaller than its parts', NEW.position, NEW.team_id;
    END IF;
    IF entry.kind = 'charge' AND entry.action IS DISTINCT FROM coalesce(pool.only_action, entry.action) THEN
      RAISE EXCEPTION 'credit pool % is for % only', NEW.pool_id, pool.only_action;
    END IF;
    IF entry.kind = 'charge' AND (pool.reversed_at IS NOT NULL OR pool.expires_at <= entry.created_at) THEN
      RAISE EXCEPTION 'credit pool % has ended', NEW.pool_id;
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE FUNCTION pools_match_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM credit_pools pool WHERE pool.team_id = NEW.team_id AND pool.remaining <>
        coalesce((SELECT remaining_after FROM credit_pool_entries WHERE pool_id = pool.id ORDER BY position DESC LIMIT 1), 0))
      OR (SELECT pooled FROM credit_accounts WHERE team_id = NEW.team_id) <>
        (SELECT coalesce(sum(remaining), 0) FROM credit_pools WHERE team_id = NEW.team_id) THEN
      RAISE EXCEPTION 'credit pools of team % do not match its ledger', NEW.team_id;
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER credit_pool_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON credit_pool_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER credit_pool_entries_part AFTER INSERT ON credit_pool_entries
    FOR EACH ROW EXECUTE FUNCTION part_of_entry()`,
  `CREATE CONSTRAINT TRIGGER credit_pool_entries_match AFTER INSERT ON credit_pool_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION pools_match_ledger()`,
  `CREATE CONSTRAINT TRIGGER credit_pools_match AFTER INSERT OR UPDATE ON credit_pools DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION pools_match_ledger()`,
  `CREATE CONSTRAINT TRIGGER credit_accounts_pooled AFTER UPDATE ON credit_accounts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.pooled <> NEW.pooled) EXECUTE FUNCTION pools_match_ledger()`,
];

const DOWN = [
  `DROP TRIGGER credit_accounts_pooled ON credit_accounts`,
  `DROP TABLE credit_pool_entries, credit_pools`,
  `DROP FUNCTION part_of_entry, pools_match_ledger`,
  `ALTER TABLE credit_entries DROP CONSTRAINT ck_credit_entries_kind, DROP CONSTRAINT ck_credit_entries_period`,
  `ALTER TABLE credit_entries
    ADD CONSTRAINT ck_credit_entries_kind
      CHECK ((kind IN ('grant', 'refill', 'refund') AND amount > 0) OR (kind IN ('charge', 'expiry') AND amount < 0)),
    ADD CONSTRAINT ck_credit_entries_period CHECK ((kind IN ('refill', 'expiry')) = (period_ends_at IS NOT NULL))`,
  `ALTER TABLE credit_accounts DROP pooled`,
];

/** Credits beside those of the period: packs that are bought, and the welcome credits of a new team. */
export class HoldCreditsInPools1797100010000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
