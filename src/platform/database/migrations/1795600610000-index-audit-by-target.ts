import { StatementMigration } from '../statement.migration.js';

/** Finds the audit entries of one opportunity. */
export class IndexAuditByTarget1795600610000 extends StatementMigration {
  override readonly forward = [
    `CREATE INDEX ix_audit_entries_opportunity ON audit_entries (team_id, target_id) WHERE target_type = 'opportunity'`,
  ];
  override readonly backward = ['DROP INDEX ix_audit_entries_opportunity'];
}
