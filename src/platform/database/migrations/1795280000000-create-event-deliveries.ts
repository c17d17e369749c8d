import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for each subscriber that an event still has to reach. */
export class CreateEventDeliveries1795280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE events ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN team_id uuid`);
    await runner.query(`CREATE INDEX ix_events_relayed_at ON events (relayed_at)`);
    await runner.query(`
      CREATE TABLE event_deliveries (
        event_id uuid CONSTRAINT fk_event_deliveries_event_id REFERENCES events (id) ON DELETE CASCADE,
        subscriber text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        failed_at timestamptz,
        failure text,
        CONSTRAINT pk_event_deliveries PRIMARY KEY (event_id, subscriber)
      )`);
    await runner.query(
      `CREATE INDEX ix_event_deliveries_due ON event_deliveries (subscriber, next_attempt_at) WHERE failed_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE event_deliveries`);
    await runner.query(`DROP INDEX ix_events_relayed_at`);
    await runner.query(`ALTER TABLE events DROP COLUMN version, DROP COLUMN team_id`);
  }
}
