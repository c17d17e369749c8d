import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE opportunity_triage ADD opportunity_dated_at timestamptz(3)`,
  // Triggers, and not the statements of the service, so that an earlier release that still runs leaves no gap.
  `CREATE FUNCTION date_triage() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.opportunity_dated_at := (SELECT dated_at FROM opportunities WHERE id = NEW.opportunity_id);
    RETURN NEW;
  END
  $$`,
  `CREATE TRIGGER opportunity_triage_date BEFORE INSERT ON opportunity_triage
    FOR EACH ROW EXECUTE FUNCTION date_triage()`,
  // Once for a whole statement: the triage has no index by opportunity alone.
  `CREATE FUNCTION date_triage_again() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM earlier JOIN later USING (id) WHERE later.dated_at <> earlier.dated_at) THEN
      UPDATE opportunity_triage SET opportunity_dated_at = later.dated_at
      FROM earlier JOIN later USING (id)
      WHERE later.dated_at <> earlier.dated_at AND opportunity_id = later.id;
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER opportunities_triage_date AFTER UPDATE ON opportunities
    REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION date_triage_again()`,
];

const DOWN = [
  `DROP TRIGGER opportunities_triage_date ON opportunities`,
  `DROP TRIGGER opportunity_triage_date ON opportunity_triage`,
  `DROP FUNCTION date_triage, date_triage_again`,
  `ALTER TABLE opportunity_triage DROP opportunity_dated_at`,
];

/** Copies the own dates of texts to the triage of teams, for the feed in their order. The next migration fills the column. */
export class DateTriage1795409000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
