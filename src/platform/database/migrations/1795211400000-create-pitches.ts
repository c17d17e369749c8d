import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pitches of each team; also ties unlocks to the opportunities they belong to. */
export class CreatePitches1795211400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pitches (
        id uuid CONSTRAINT pk_pitches PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_pitches_team_id REFERENCES teams ON DELETE CASCADE,
        opportunity_id uuid NOT NULL CONSTRAINT fk_pitches_opportunity_id REFERENCES opportunities ON DELETE CASCADE,
        channels text[] NOT NULL
          CONSTRAINT ck_pitches_channels CHECK (channels <@ ARRAY['email', 'network', 'call'] AND cardinality(channels) > 0),
        features text,
        state text NOT NULL CONSTRAINT ck_pitches_state CHECK (state IN ('writing', 'written', 'failed')),
        markdown text,
        engine text,
        purchase_id uuid NOT NULL
          CONSTRAINT uq_pitches_purchase_id UNIQUE CONSTRAINT fk_pitches_purchase_id REFERENCES purchases,
        idempotency_id text,
        lease_until timestamptz NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_pitches_written
          CHECK ((state = 'written') = (markdown IS NOT NULL) AND (state = 'written') = (engine IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX ix_pitches_team ON pitches (team_id, created_at DESC, id DESC) WHERE state = 'written'`,
    );
    await runner.query(
      `CREATE INDEX ix_pitches_opportunity ON pitches (opportunity_id, team_id, created_at DESC, id DESC) WHERE state = 'written'`,
    );
    await runner.query(`CREATE INDEX ix_pitches_idempotency_id ON pitches (idempotency_id) WHERE state = 'written'`);
    await runner.query(`CREATE INDEX ix_pitches_writing ON pitches (lease_until) WHERE state = 'writing'`);
    await runner.query(
      `ALTER TABLE unlocks ADD CONSTRAINT fk_unlocks_opportunity_id FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE`,
    );
    await runner.query(`CREATE INDEX ix_unlocks_opportunity_id ON unlocks (opportunity_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE unlocks DROP CONSTRAINT fk_unlocks_opportunity_id`);
    await runner.query(`DROP INDEX ix_unlocks_opportunity_id`);
    await runner.query(`DROP TABLE pitches`);
  }
}
