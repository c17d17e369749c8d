import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which people join a team, once. */
export class CreateTeamInvitations1795212000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE team_invitations (
        token_hash bytea CONSTRAINT pk_team_invitations PRIMARY KEY,
        team_id uuid NOT NULL CONSTRAINT fk_team_invitations_team_id REFERENCES teams ON DELETE CASCADE,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await runner.query(`CREATE INDEX ix_team_invitations_team_id ON team_invitations (team_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE team_invitations`);
  }
}
