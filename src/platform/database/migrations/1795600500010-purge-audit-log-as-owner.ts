import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The role of the service may not delete entries. This function deletes old ones with the rights of its owner.
  `CREATE FUNCTION purge_audit_entries() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    WITH deleted AS (DELETE FROM audit_entries WHERE created_at < now() - interval '400 days' RETURNING 1)
    SELECT count(*) FROM deleted
  $$`,
  `REVOKE EXECUTE ON FUNCTION purge_audit_entries FROM PUBLIC`,
];

/** Lets a role that may only add audit entries delete those that are older than 400 days. */
export class PurgeAuditLogAsOwner1795600500010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION purge_audit_entries');
  }
}
