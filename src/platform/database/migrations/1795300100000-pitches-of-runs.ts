import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATE_COLUMNS = ['state', 'purchase_id', 'idempotency_id', 'lease_until'];

/** A pitch is written when its run is completed; the run knows the rest. */
export class PitchesOfRuns1795300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM pitches WHERE state <> 'written'`);
    await runner.query(`ALTER TABLE pitches ${STATE_COLUMNS.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
    await runner.query(`ALTER TABLE pitches ALTER COLUMN markdown SET NOT NULL, ALTER COLUMN engine SET NOT NULL`);
    await runner.query(`CREATE INDEX ix_pitches_team ON pitches (team_id, created_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX ix_pitches_opportunity ON pitches (opportunity_id, team_id, created_at DESC, id DESC)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The purchases of pitches cannot be brought back'));
  }
}
