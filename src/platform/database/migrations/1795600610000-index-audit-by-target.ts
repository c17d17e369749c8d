import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds who did what to one opportunity. */
export class IndexAuditByTarget1795600610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_audit_entries_opportunity ON audit_entries (team_id, target_id) WHERE target_type = 'opportunity'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_audit_entries_opportunity');
  }
}
