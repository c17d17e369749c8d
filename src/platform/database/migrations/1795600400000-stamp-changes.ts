import { StatementMigration } from '../statement.migration.js';

const UP = [
  // The transaction gets its id before the time is read, so a transaction that has no id yet stamps later than now.
  `CREATE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_current_xact_id();
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
  END
  $$`,
  // A default that is the same for all existing rows needs no rewrite of the table.
  `ALTER TABLE opportunities ADD updated_at timestamptz DEFAULT now() NOT NULL`,
  `ALTER TABLE unlocks ADD updated_at timestamptz DEFAULT now() NOT NULL`,
  `CREATE TRIGGER opportunities_stamp BEFORE INSERT OR UPDATE ON opportunities
    FOR EACH ROW EXECUTE FUNCTION stamp_change()`,
  `CREATE TRIGGER unlocks_stamp BEFORE INSERT OR UPDATE ON unlocks FOR EACH ROW EXECUTE FUNCTION stamp_change()`,
  `CREATE TRIGGER opportunity_triage_stamp BEFORE INSERT ON opportunity_triage
    FOR EACH ROW EXECUTE FUNCTION stamp_change()`,
  // Copies of the opportunity's columns change too, which does not count as a change of the triage.
  `CREATE TRIGGER opportunity_triage_stamp_again BEFORE UPDATE ON opportunity_triage
    FOR EACH ROW WHEN ((OLD.status, OLD.viewed_at) IS DISTINCT FROM (NEW.status, NEW.viewed_at))
    EXECUTE FUNCTION stamp_change()`,
];

const DOWN = [
  `DROP TRIGGER opportunity_triage_stamp_again ON opportunity_triage`,
  `DROP TRIGGER opportunity_triage_stamp ON opportunity_triage`,
  `DROP TRIGGER unlocks_stamp ON unlocks`,
  `DROP TRIGGER opportunities_stamp ON opportunities`,
  `ALTER TABLE unlocks DROP updated_at`,
  `ALTER TABLE opportunities DROP updated_at`,
  `DROP FUNCTION stamp_change`,
];

/** Stores when the reading, the triage and the unlocks of an opportunity last changed. */
export class StampChanges1795600400000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
