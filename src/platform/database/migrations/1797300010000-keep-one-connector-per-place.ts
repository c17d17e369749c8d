import { StatementMigration } from '../statement.migration.js';

/** Connectors that would give one review two ids exclude each other at a place: two additions of one moment, too. */
export class KeepOneConnectorPerPlace1797300010000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE sources ADD COLUMN place_key text`,
    `UPDATE sources SET place_key = 'app-store:' || (settings ->> 'app') WHERE connector = 'app-store'`,
    `CREATE INDEX ix_sources_place ON sources (place_key) WHERE place_key IS NOT NULL AND state <> 'removed'`,
    `CREATE FUNCTION keep_one_connector_per_place() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_advisory_xact_lock(hashtextextended('source place ' || NEW.place_key, 0));
       IF EXISTS (
         SELECT FROM sources WHERE place_key = NEW.place_key AND connector <> NEW.connector AND state <> 'removed')
       THEN
         RAISE EXCEPTION 'the place % has a source of another connector', NEW.place_key USING ERRCODE = 'unique_violation';
       END IF;
       RETURN NEW;
     END $$`,
    `CREATE TRIGGER one_connector_per_place BEFORE INSERT OR UPDATE OF place_key, state ON sources
     FOR EACH ROW WHEN (NEW.place_key IS NOT NULL AND NEW.state <> 'removed') EXECUTE FUNCTION keep_one_connector_per_place()`,
  ];
  override readonly backward = [
    'DROP TRIGGER one_connector_per_place ON sources',
    'DROP FUNCTION keep_one_connector_per_place()',
    'ALTER TABLE sources DROP place_key',
  ];
}
