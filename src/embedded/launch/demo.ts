import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { SCOPES } from '#access/policy/key.scopes.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamOpenings } from '#accounts/credits/team-openings.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { parseEnvOrExit } from '#config/boot.js';
import { type Env, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { PlatformModule } from '#platform/platform.module.js';
import { type DemoCredentials, writeDemoFile } from './demo.file.js';

/** Runs as a separate process. It creates the demo team with one person and three API keys, and writes `demo.json`. */
const PLAN: PlanTier = 'growth';
const SPEND_CAP = 500;
const EMAIL = 'demo@example.com';

@Module({})
class DemoModule {
  static forRoot(env: Env) {
    return { module: DemoModule, imports: [PlatformModule.forRoot(env), TeamsModule, CreditsModule, ApiKeysModule] };
  }
}

const env = parseEnvOrExit();
const app = await NestFactory.createApplicationContext(DemoModule.forRoot(env), { logger: ['error', 'warn'] });
try {
  await writeDemoFile(env, await createDemoTeam(app));
} finally {
  await app.close();
}

async function createDemoTeam(app: INestApplicationContext): Promise<DemoCredentials> {
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
    return { user: { email, password }, api_keys: { spending: spending.key, reading: reading.key, test: test.key } };
  });
}
