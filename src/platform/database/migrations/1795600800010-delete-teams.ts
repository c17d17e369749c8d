import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE teams ADD deleted_at timestamptz, ADD purged_at timestamptz,
    ADD CONSTRAINT ck_teams_purged CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)`,
  `CREATE INDEX ix_teams_deleted_at ON teams (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL`,
  // Entries are kept for 400 days, except those of a team whose data was deleted.
  `CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF EXISTS (SELECT FROM teams WHERE id = OLD.team_id AND purged_at IS NOT NULL) THEN RETURN OLD; END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END
  $$`,
  `DROP TRIGGER audit_entries_kept ON audit_entries`,
  `CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    FOR EACH ROW WHEN (old.created_at > now() - interval '400 days') EXECUTE FUNCTION keep_audit_entry()`,
  // With the rights of the owner: the role of the service may not delete entries.
  `CREATE FUNCTION purge_audit_entries_of(teams_purged uuid[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DELETE FROM audit_entries WHERE team_id IN (SELECT id FROM teams WHERE id = ANY(teams_purged) AND purged_at IS NOT NULL)
  $$`,
  `REVOKE EXECUTE ON FUNCTION purge_audit_entries_of FROM PUBLIC`,
];

const DOWN = [
  `DROP FUNCTION purge_audit_entries_of`,
  `DROP TRIGGER audit_entries_kept ON audit_entries`,
  `CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    FOR EACH ROW WHEN (old.created_at > now() - interval '400 days') EXECUTE FUNCTION refuse_change()`,
  `DROP FUNCTION keep_audit_entry`,
  `ALTER TABLE teams DROP deleted_at, DROP purged_at`,
];

/** Deleted teams, which can be restored for some time and then keep only their ledger. */
export class DeleteTeams1795600800010 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
