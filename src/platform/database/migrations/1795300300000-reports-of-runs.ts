import type { MigrationInterface, QueryRunner } from 'typeorm';

const RUN_COLUMNS = [
  'purchase_id',
  'idempotency_id',
  'state',
  'progress',
  'reviews_total',
  'rings',
  'rung_at',
  'attempts',
  'claimed_at',
  'heartbeat_at',
  'deadline_at',
  'failure',
  'created_at',
  'failed_at',
];
const RESULT_COLUMNS = ['engine', 'summary', 'themes', 'total_themes', 'metadata', 'generated_at'];

/** A report is written when its run is completed; the run knows the rest. */
export class ReportsOfRuns1795300300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM reports WHERE state <> 'completed'`);
    await runner.query(`UPDATE products SET report_status = 'failed' WHERE report_status = 'generating'`);
    await runner.query(`ALTER TABLE reports ${RUN_COLUMNS.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
    await runner.query(
      `ALTER TABLE reports ${RESULT_COLUMNS.map((column) => `ALTER COLUMN ${column} SET NOT NULL`).join(', ')},
         ALTER COLUMN generated_at SET DEFAULT now()`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The purchases of reports cannot be brought back'));
  }
}
