import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { SCOPES } from '#access/policy/key.scopes.js';
import { TeamOpenings } from '#accounts/credits/team-openings.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { type DemoCredentials, readDemoFile, writeDemoFile } from './demo.file.js';

const PLAN: PlanTier = 'growth';
const SPEND_CAP = 500;
const EMAIL = 'demo@example.com';

/**
 * Creates the demo team and writes `demo.json`. If the team exists, this only updates the addresses in the file.
 * @returns the id of the team
 */
export async function prepareDemoTeam(app: INestApplicationContext, say: (line: string) => void): Promise<string> {
  const env = app.get<Env>(ENV);
  const credentials = await readDemoFile(env);
  const owner = credentials && (await app.get(TeamsService).findUserByEmail(credentials.user.email));
  if (owner) {
    await writeDemoFile(env, credentials);
    const sql = 'SELECT team_id FROM memberships WHERE user_id = $1 ORDER BY created_at LIMIT 1';
    return (await app.get(Database).one<{ team_id: string }>(sql, [owner.id])).team_id;
  }
  say('Creating the demo team ...');
  const created = await createDemoTeam(app);
  await writeDemoFile(env, created.credentials);
  return created.id;
}

/** A team with one person and three API keys. */
async function createDemoTeam(app: INestApplicationContext): Promise<{ id: string; credentials: DemoCredentials }> {
  const keys = app.get(ApiKeysService);
  const password = randomBytes(12).toString('base64url');
  // If `demo.json` of an earlier demo team is lost, its password and keys are lost too, so a new user is created.
  const isTaken = await app.get(TeamsService).findUserByEmail(EMAIL);
  const email = isTaken ? EMAIL.replace('@', `-${randomBytes(3).toString('hex')}@`) : EMAIL;
  return app.get(Database).transaction(async () => {
    const id = await app.get(TeamOpenings).open({ name: 'Demo', plan: PLAN, owner: { email, password } });
    const spending = await keys.create(id, { name: 'Demo, spending', spendCap: SPEND_CAP, scopes: SCOPES });
    const reading = await keys.create(id, { name: 'Demo, cannot spend', scopes: SCOPES });
    const test = await keys.create(id, { name: 'Demo, test', test: true, spendCap: SPEND_CAP, scopes: SCOPES });
    const api_keys = { spending: spending.key, reading: reading.key, test: test.key };
    return { id, credentials: { user: { email, password }, api_keys } };
  });
}
