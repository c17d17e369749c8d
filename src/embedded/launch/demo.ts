import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { parseEnvOrExit } from '#config/boot.js';
import { type Env, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { PlatformModule } from '#platform/platform.module.js';

/**
 * A process of its own: makes the demo team of an embedded database, with a person and two keys,
 * and writes them to `demo.json`, readable by its owner only. Later runs only bring the addresses up to date.
 */
const PLAN: PlanTier = 'growth';
const SPEND_CAP = 500;
const EMAIL = 'demo@example.com';

interface Credentials {
  user: { email: string; password: string };
  api_keys: { spending: string; reading: string };
}

@Module({})
class DemoModule {
  static forRoot(env: Env) {
    return { module: DemoModule, imports: [PlatformModule.forRoot(env), TeamsModule, CreditsModule, ApiKeysModule] };
  }
}

const env = parseEnvOrExit();
const file = join(env.DATA_DIR, 'demo.json');
const app = await NestFactory.createApplicationContext(DemoModule.forRoot(env), { logger: ['error', 'warn'] });
try {
  await write((await knownCredentials(app)) ?? (await makeCredentials(app, env)));
} finally {
  await app.close();
}

async function knownCredentials(app: INestApplicationContext): Promise<Credentials | null> {
  try {
    const { user, api_keys } = JSON.parse(await readFile(file, 'utf8')) as Credentials;
    return (await app.get(TeamsService).userByEmail(user.email)) && { user, api_keys };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function makeCredentials(app: INestApplicationContext, env: Env): Promise<Credentials> {
  const [teams, keys] = [app.get(TeamsService), app.get(ApiKeysService)];
  const password = randomBytes(12).toString('base64url');
  // Somebody may have removed the file of an earlier demo team, and nobody can read its secrets again.
  const isTaken = await teams.userByEmail(EMAIL);
  const email = isTaken ? EMAIL.replace('@', `-${randomBytes(3).toString('hex')}@`) : EMAIL;
  return app.get(Database).transaction(async () => {
    const team = await teams.create('Demo', PLAN);
    const actor = { kind: 'operator', id: null, requestId: null } as const;
    await app.get(CreditsService).grant(team.id, env.plans[PLAN].monthlyCredits, 'demo team', actor);
    await teams.addUser(team.id, email, password, 'owner');
    const spending = await keys.create(team.id, { name: 'Demo, spending', spendCap: SPEND_CAP });
    const reading = await keys.create(team.id, { name: 'Demo, reading only' });
    return { user: { email, password }, api_keys: { spending: spending.key, reading: reading.key } };
  });
}

async function write(credentials: Credentials): Promise<void> {
  const { PUBLIC_URL } = env;
  const addresses = { base_url: `${PUBLIC_URL}/api/v1`, mcp_url: `${PUBLIC_URL}/mcp`, app_url: `${PUBLIC_URL}/` };
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify({ ...addresses, ...credentials }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}
