import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the authorization server keeps, and the connections people have allowed. */
export class CreateOauth1795209000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE oauth_connections (
        id uuid CONSTRAINT pk_oauth_connections PRIMARY KEY,
        grant_id text NOT NULL CONSTRAINT uq_oauth_connections_grant_id UNIQUE,
        user_id uuid NOT NULL CONSTRAINT fk_oauth_connections_user_id REFERENCES users ON DELETE CASCADE,
        team_id uuid NOT NULL CONSTRAINT fk_oauth_connections_team_id REFERENCES teams ON DELETE CASCADE,
        client_id text NOT NULL,
        client_name text NOT NULL,
        budget_id uuid CONSTRAINT fk_oauth_connections_budget_id REFERENCES spend_budgets,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        last_used_at timestamptz,
        revoked_at timestamptz
      )`);
    await runner.query(`CREATE INDEX ix_oauth_connections_team_id ON oauth_connections (team_id, created_at)`);
    await runner.query(`CREATE INDEX ix_oauth_connections_client_id ON oauth_connections (client_id)`);
    await runner.query(`
      CREATE TABLE oauth_artifacts (
        model text NOT NULL,
        id_hash bytea NOT NULL,
        grant_id text,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        consumed_at timestamptz,
        CONSTRAINT pk_oauth_artifacts PRIMARY KEY (model, id_hash)
      )`);
    await runner.query(
      `CREATE INDEX ix_oauth_artifacts_grant_id ON oauth_artifacts (grant_id) WHERE grant_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX ix_oauth_artifacts_expires_at ON oauth_artifacts (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE oauth_artifacts, oauth_connections`);
  }
}
