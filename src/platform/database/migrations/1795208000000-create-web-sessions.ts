import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of people in a browser. */
export class CreateWebSessions1795208000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE web_sessions (
        id_hash bytea CONSTRAINT pk_web_sessions PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_web_sessions_user_id REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX ix_web_sessions_user_id ON web_sessions (user_id)`);
    await runner.query(`CREATE INDEX ix_web_sessions_last_seen_at ON web_sessions (last_seen_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE web_sessions`);
  }
}
