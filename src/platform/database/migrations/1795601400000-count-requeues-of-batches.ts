import { StatementMigration } from '../statement.migration.js';

/** Detection batches are enqueued again by the same rule as runs. */
export class CountRequeuesOfBatches1795601400000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE detection_batches ALTER enqueued_at SET DEFAULT now(),
      ADD COLUMN requeues integer DEFAULT 0 NOT NULL`,
    'UPDATE detection_batches SET enqueued_at = created_at WHERE enqueued_at IS NULL',
    'ALTER TABLE detection_batches ALTER enqueued_at SET NOT NULL',
  ];
  override readonly backward = [
    `ALTER TABLE detection_batches DROP COLUMN requeues,
      ALTER enqueued_at DROP NOT NULL, ALTER enqueued_at DROP DEFAULT`,
  ];
}
