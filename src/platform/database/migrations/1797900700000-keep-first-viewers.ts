import { StatementMigration } from '../statement.migration.js';

/** Stores who first viewed an opportunity, from now on. */
export class KeepFirstViewers1797900700000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE opportunity_triage ADD viewed_by_id uuid, ADD viewed_by_name text`,
    `ALTER TABLE opportunity_triage ADD CONSTRAINT fk_opportunity_triage_viewed_by
       FOREIGN KEY (viewed_by_id) REFERENCES users ON DELETE SET NULL`,
    `CREATE INDEX ix_opportunity_triage_viewed_by ON opportunity_triage (viewed_by_id) WHERE viewed_by_id IS NOT NULL`,
  ];
  override readonly backward = [
    `ALTER TABLE opportunity_triage DROP CONSTRAINT fk_opportunity_triage_viewed_by,
       DROP viewed_by_id, DROP viewed_by_name`,
  ];
}
