import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';

/** Adds two members to a team, and returns their ids. */
export async function membersIn(app: TestApp, teamId: string): Promise<string[]> {
  const ids = [randomUUID(), randomUUID()];
  await app.database.execute(
    `WITH people AS (
       INSERT INTO users (id, email) SELECT id, 'member-' || id || '@example.com' FROM unnest($2::uuid[]) AS id RETURNING id)
     INSERT INTO memberships (team_id, user_id, role) SELECT $1, id, 'member' FROM people`,
    [teamId, ids],
  );
  return ids;
}
