import { StatementMigration } from '../statement.migration.js';

/** Drops what no released process reads or writes: enqueuing again is for runs alone, and matches say when they were found. */
export class DropUnusedColumns1797900800000 extends StatementMigration {
  override readonly forward = [
    'ALTER TABLE saved_searches DROP COLUMN last_matched_at',
    'ALTER TABLE mails DROP COLUMN requeues, DROP COLUMN enqueued_at',
    'ALTER TABLE bulk_jobs DROP COLUMN requeues, DROP COLUMN enqueued_at',
    'ALTER TABLE detection_batches DROP COLUMN requeues',
    'DROP INDEX ix_detection_batches_unfinished',
  ];
  override readonly backward = [
    `CREATE INDEX ix_detection_batches_unfinished ON detection_batches (created_at)
       WHERE state IN ('queued', 'running')`,
    'ALTER TABLE detection_batches ADD requeues integer DEFAULT 0 NOT NULL',
    `ALTER TABLE bulk_jobs ADD requeues integer DEFAULT 0 NOT NULL, ADD enqueued_at timestamptz DEFAULT now() NOT NULL`,
    `CREATE INDEX ix_bulk_jobs_open_enqueued_at ON bulk_jobs (enqueued_at) WHERE state IN ('queued', 'running')`,
    `ALTER TABLE mails ADD requeues integer DEFAULT 0 NOT NULL, ADD enqueued_at timestamptz DEFAULT now() NOT NULL`,
    'ALTER TABLE saved_searches ADD last_matched_at timestamptz',
  ];
}
