import { StatementMigration } from '../statement.migration.js';

/** What `LeasedRows` needs to claim the rows of these tables. Earlier releases leave the new columns at their defaults. */
export class UniteClaims1796200000000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE detection_batches ADD COLUMN next_attempt_at timestamptz DEFAULT now() NOT NULL`,
    `CREATE INDEX ix_detection_batches_due ON detection_batches (next_attempt_at, id) WHERE state IN ('queued', 'running')`,
    `ALTER TABLE bulk_jobs ADD COLUMN next_attempt_at timestamptz DEFAULT now() NOT NULL`,
    `CREATE INDEX ix_bulk_jobs_due ON bulk_jobs (team_id, next_attempt_at, id) WHERE state IN ('queued', 'running')`,
    `ALTER TABLE event_deliveries ADD COLUMN lease_until timestamptz`,
    `ALTER TABLE data_copies ADD COLUMN lease_until timestamptz`,
    `ALTER TABLE idempotency_keys ADD COLUMN attempts integer DEFAULT 1 NOT NULL, ALTER lease_until DROP NOT NULL`,
  ];
  override readonly backward = [
    `UPDATE idempotency_keys SET lease_until = coalesce(lease_until, now())`,
    `ALTER TABLE idempotency_keys DROP COLUMN attempts, ALTER lease_until SET NOT NULL`,
    `ALTER TABLE data_copies DROP COLUMN lease_until`,
    `ALTER TABLE event_deliveries DROP COLUMN lease_until`,
    `ALTER TABLE bulk_jobs DROP COLUMN next_attempt_at`,
    `ALTER TABLE detection_batches DROP COLUMN next_attempt_at`,
  ];
}
