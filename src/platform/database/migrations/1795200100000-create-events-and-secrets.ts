import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event log and the service's own secrets. */
export class CreateEventsAndSecrets1795200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        id uuid CONSTRAINT pk_events PRIMARY KEY,
        name text NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        relayed_at timestamptz
      )`);
    await runner.query(`CREATE INDEX ix_events_waiting ON events (id) WHERE relayed_at IS NULL`);
    await runner.query(`CREATE TABLE secrets (name text CONSTRAINT pk_secrets PRIMARY KEY, value text NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE events, secrets`);
  }
}
