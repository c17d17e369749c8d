import { StatementMigration } from '../statement.migration.js';

/**
 * These tables refer to the catalogue too. Their rows come from live detection or the events of teams, and have no
 * mode.
 */
const IN_BOTH_MODES = ['inbox_items'];

/** The catalogue. The sandbox has these tables, and all that refer to them. */
const CATALOGUE = [
  'products',
  'product_categories',
  'reviews',
  'posts',
  'reports',
  'theme_mentions',
  'opportunities',
  'contacts',
  'committee_seats',
  'suppressions',
  'enrichment_answers',
];

const TEAM = `nullif(current_setting(''sandbox.team'', true), '''')::uuid`;

/**
 * Copies the tables, empty. Reports, and the state of the report of a product, belong to the team that generates them,
 * so that no team sees the tests of another one: in the sandbox, `products` and `reports` are views.
 */
const BUILD = `CREATE FUNCTION build_sandbox() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  originals oid[];
  each record;
BEGIN
  DROP SCHEMA IF EXISTS sandbox CASCADE;
  CREATE SCHEMA sandbox;
  WITH RECURSIVE reached AS (
    SELECT ('public.' || name)::regclass::oid AS id FROM unnest('{${CATALOGUE.join(',')}}'::text[]) AS name
    UNION
    SELECT conrelid FROM pg_constraint JOIN reached ON confrelid = reached.id
    WHERE contype = 'f' AND NOT conrelid::regclass::text = ANY('{${IN_BOTH_MODES.map((name) => `public.${name}`).join(',')}}'::text[]))
  SELECT array_agg(id) INTO originals FROM reached;
  CREATE TEMP TABLE copies ON COMMIT DROP AS
    SELECT oid AS id, relname::text AS original,
           CASE WHEN relname IN ('products', 'reports') THEN 'catalogue_' || relname ELSE relname::text END AS copy
    FROM pg_class WHERE oid = ANY(originals);
  FOR each IN SELECT * FROM copies LOOP
    EXECUTE format('CREATE TABLE sandbox.%I (LIKE public.%I INCLUDING ALL)', each.copy, each.original);
  END LOOP;
  FOR each IN
    SELECT copy, conname, pg_get_constraintdef(con.oid) AS definition FROM pg_constraint con JOIN copies ON id = conrelid
    WHERE contype = 'f' AND NOT confrelid = ANY(originals)
  LOOP
    EXECUTE format('ALTER TABLE sandbox.%I ADD CONSTRAINT %I %s', each.copy, each.conname, each.definition);
  END LOOP;
  FOR each IN
    SELECT original, copy, pg_get_triggerdef(trigger.oid) AS definition FROM pg_trigger trigger JOIN copies ON id = tgrelid
    WHERE NOT tgisinternal
  LOOP
    EXECUTE replace(each.definition, format(' ON public.%I ', each.original), format(' ON sandbox.%I ', each.copy));
  END LOOP;
  CREATE TABLE sandbox.version (name text NOT NULL);
  CREATE TABLE sandbox.product_states (
    team_id uuid REFERENCES public.teams ON DELETE CASCADE,
    product_id uuid,
    report_status text NOT NULL,
    report_id uuid,
    report_generated_at timestamptz,
    report_review_changes integer,
    pain_headline text,
    PRIMARY KEY (team_id, product_id)
  );
  EXECUTE (SELECT 'CREATE VIEW sandbox.products AS SELECT '
      || string_agg(CASE WHEN state.attname IS NULL THEN 'base.' ELSE 'state.' END || quote_ident(base.attname), ', ' ORDER BY base.attnum)
      || ' FROM sandbox.catalogue_products base JOIN sandbox.product_states state ON state.product_id = base.id'
      || ' AND state.team_id = ${TEAM}'
    FROM pg_attribute base LEFT JOIN pg_attribute state
      ON state.attrelid = 'sandbox.product_states'::regclass AND state.attname = base.attname AND state.attnum > 0
    WHERE base.attrelid = 'public.products'::regclass AND base.attnum > 0 AND NOT base.attisdropped);
  CREATE FUNCTION sandbox.keep_product_state() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE sandbox.product_states SET report_status = NEW.report_status, report_id = NEW.report_id,
      report_generated_at = NEW.report_generated_at, report_review_changes = NEW.report_review_changes,
      pain_headline = NEW.pain_headline
    WHERE team_id = current_setting('sandbox.team')::uuid AND product_id = NEW.id;
    RETURN NEW;
  END
  $body$;
  CREATE TRIGGER products_state INSTEAD OF UPDATE ON sandbox.products
    FOR EACH ROW EXECUTE FUNCTION sandbox.keep_product_state();
  EXECUTE 'ALTER TABLE sandbox.catalogue_reports ADD team_id uuid DEFAULT ${TEAM} REFERENCES public.teams ON DELETE CASCADE';
  EXECUTE (SELECT 'CREATE VIEW sandbox.reports AS SELECT ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum)
      || ' FROM sandbox.catalogue_reports WHERE team_id IS NULL OR team_id = ${TEAM}'
    FROM pg_attribute WHERE attrelid = 'public.reports'::regclass AND attnum > 0 AND NOT attisdropped);
  CREATE FUNCTION sandbox.keep_catalogue() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    IF EXISTS (SELECT FROM sandbox.catalogue_reports WHERE id = OLD.report_id AND team_id IS NULL) THEN RETURN NULL; END IF;
    RETURN OLD;
  END
  $body$;
  CREATE TRIGGER theme_mentions_catalogue BEFORE DELETE ON sandbox.theme_mentions
    FOR EACH ROW EXECUTE FUNCTION sandbox.keep_catalogue();
  GRANT USAGE ON SCHEMA sandbox TO PUBLIC;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO PUBLIC;
END
$$`;

const UP = [
  `ALTER TABLE teams ADD live_team_id uuid,
    ADD CONSTRAINT fk_teams_live_team_id FOREIGN KEY (live_team_id) REFERENCES teams ON DELETE CASCADE,
    ADD CONSTRAINT uq_teams_live_team_id UNIQUE (live_team_id),
    ADD CONSTRAINT ck_teams_shadow CHECK (live_team_id IS NULL OR (
      period_ends_at IS NULL AND id = overlay(live_team_id::text PLACING '8' FROM 15)::uuid))`,
  `CREATE FUNCTION follow_live_team() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE teams SET name = NEW.name, tier = NEW.tier, subscription_status = NEW.subscription_status
    WHERE live_team_id = NEW.id;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER teams_shadow AFTER UPDATE OF name, tier, subscription_status ON teams
    FOR EACH ROW WHEN (new.live_team_id IS NULL) EXECUTE FUNCTION follow_live_team()`,
  BUILD,
];

const DOWN = [
  `DROP SCHEMA IF EXISTS sandbox CASCADE`,
  `DROP FUNCTION build_sandbox`,
  `DROP TRIGGER teams_shadow ON teams`,
  `DROP FUNCTION follow_live_team`,
  `DELETE FROM teams WHERE live_team_id IS NOT NULL`,
  `ALTER TABLE teams DROP live_team_id`,
];

/** Shadow teams for test mode, which follow the plan of their team, and the sandbox with the catalogue of test mode. */
export class CreateTestMode1795600200000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
