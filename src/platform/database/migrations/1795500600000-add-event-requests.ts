import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers the request that appended an event, for the log lines of its subscribers. */
export class AddEventRequests1795500600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD request_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP request_id');
  }
}
