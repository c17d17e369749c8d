import { StatementMigration } from '../statement.migration.js';

const UP = [
  // The role of the service may not delete entries. This function deletes old ones with the rights of its owner.
  `CREATE FUNCTION purge_audit_entries() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    WITH deleted AS (DELETE FROM audit_entries WHERE created_at < now() - interval '400 days' RETURNING 1)
    SELECT count(*) FROM deleted
  $$`,
  `REVOKE EXECUTE ON FUNCTION purge_audit_entries FROM PUBLIC`,
];

/** Lets a role that may only add audit entries delete those that are older than 400 days. */
export class PurgeAuditLogAsOwner1795600500010 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = ['DROP FUNCTION purge_audit_entries'];
}
