import { StatementMigration } from '../statement.migration.js';

const PERSONAL = ['actor_name', 'target_name', 'ip', 'user_agent'];
const others = (row: string): string => `to_jsonb(${row}) - ARRAY[${PERSONAL.map((name) => `'${name}'`).join(', ')}]`;
const isSet = (name: string): string => `NEW.${name} IS NOT NULL AND NEW.${name} IS DISTINCT FROM OLD.${name}`;

const UP = [
  `DROP TRIGGER audit_entries_append_only ON audit_entries`,
  `CREATE TRIGGER audit_entries_append_only BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  // Columns that name a person may be emptied, and no other column may change.
  `CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries FOR EACH ROW
    WHEN (${others('NEW')} IS DISTINCT FROM ${others('OLD')} OR ${PERSONAL.map(isSet).join(' OR ')})
    EXECUTE FUNCTION refuse_change()`,
  // With the rights of the owner, for people without an account only: entries of others cannot be emptied.
  `CREATE FUNCTION forget_audited_person(person uuid, address text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    UPDATE audit_entries SET actor_name = NULL, ip = NULL, user_agent = NULL
    WHERE actor_id = person::text AND NOT EXISTS (SELECT FROM users WHERE id = person);
    UPDATE audit_entries SET target_name = NULL
    WHERE NOT EXISTS (SELECT FROM users WHERE id = person OR lower(email) = lower(address))
      AND (target_type = 'user' AND target_id = person::text OR lower(target_name) = lower(address));
  $$`,
  `REVOKE EXECUTE ON FUNCTION forget_audited_person FROM PUBLIC`,
];

const DOWN = [
  `DROP FUNCTION forget_audited_person`,
  `DROP TRIGGER audit_entries_unchanged ON audit_entries`,
  `DROP TRIGGER audit_entries_append_only ON audit_entries`,
  `CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];

/** Lets entries of the audit log forget the name of a person whose account was deleted. The id stays. */
export class ForgetAuditedPeople1795600500040 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
