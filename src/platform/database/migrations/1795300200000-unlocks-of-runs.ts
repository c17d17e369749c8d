import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An unlock is written when its run is completed; provider answers use the common lease. */
export class UnlocksOfRuns1795300200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM unlocks WHERE state <> 'done'`);
    await runner.query(`
      ALTER TABLE unlocks DROP COLUMN state, DROP COLUMN purchase_id, DROP COLUMN lease_until,
        ALTER COLUMN outcome SET NOT NULL, ALTER COLUMN finished_at SET DEFAULT now(), ALTER COLUMN finished_at SET NOT NULL`);
    await runner.query(`DROP TABLE enrichment_answers`);
    await runner.query(`
      CREATE TABLE enrichment_answers (
        person_key text NOT NULL,
        field text NOT NULL CONSTRAINT ck_enrichment_answers_field CHECK (field IN ('email', 'phone', 'profile')),
        state text NOT NULL
          CONSTRAINT ck_enrichment_answers_state CHECK (state IN ('queued', 'running', 'completed', 'failed')),
        attempts integer NOT NULL,
        outcome text CONSTRAINT ck_enrichment_answers_outcome CHECK (outcome IN ('found', 'not_found', 'suppressed')),
        value text,
        source text,
        identity_keys text[] NOT NULL DEFAULT '{}',
        lease_until timestamptz,
        finished_at timestamptz,
        CONSTRAINT pk_enrichment_answers PRIMARY KEY (person_key, field),
        CONSTRAINT ck_enrichment_answers_completed CHECK ((state = 'completed') = (outcome IS NOT NULL)),
        CONSTRAINT ck_enrichment_answers_value CHECK ((outcome IS NOT DISTINCT FROM 'found') = (value IS NOT NULL))
      )`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The purchases of unlocks cannot be brought back'));
  }
}
