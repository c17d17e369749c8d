import { StatementMigration } from '../statement.migration.js';

const UP = [
  `CREATE TABLE audit_entries (
    id uuid,
    team_id uuid,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text,
    actor_name text,
    ip text,
    user_agent text,
    target_type text,
    target_id text,
    target_name text,
    changes jsonb DEFAULT '{}' NOT NULL,
    request_id text,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_audit_entries PRIMARY KEY (id),
    CONSTRAINT ck_audit_entries_actor_kind CHECK (actor_kind IN ('key', 'oauth', 'session', 'operator', 'system'))
  )`,
  `CREATE INDEX ix_audit_entries_team_id ON audit_entries (team_id, created_at DESC, id DESC)`,
  `CREATE INDEX ix_audit_entries_created_at ON audit_entries (created_at)`,
  `CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    FOR EACH ROW WHEN (old.created_at > now() - interval '400 days') EXECUTE FUNCTION refuse_change()`,
];

const DOWN = [`DROP TABLE audit_entries`];

/** The audit log: append-only, kept for 400 days. It refers to no other table, so that its entries outlive their subjects. */
export class CreateAuditLog1795500400000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
