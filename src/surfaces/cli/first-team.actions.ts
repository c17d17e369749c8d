import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { coreModules, inContext, OPERATOR } from './command.context.js';

/** The key of an advisory lock, an arbitrary number. One process creates the team while the others wait. */
const LOCK = 7_214_907;

/**
 * Creates the team of QUALM_INIT_TEAM with the owner QUALM_INIT_EMAIL, unless there is an account already.
 * @returns the file with the owner's password, or null when nothing was created
 */
export const createFirstTeam = (): Promise<string | null> =>
  inContext(
    (env) => [...coreModules(env), TeamsModule, CreditsModule],
    (context, { QUALM_INIT_TEAM: name, QUALM_INIT_EMAIL: email, QUALM_INIT_PLAN: plan, plans, DATA_DIR }) =>
      context.get(Database).transaction(async () => {
        await context.get(Database).query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
        if (!name || !email || (await context.get(MembersService).hasAny())) return null;
        const { id } = await context.get(TeamsService).create(name, plan);
        const { monthlyCredits } = plans[plan];
        if (monthlyCredits > 0)
          await context.get(CreditsService).grant(id, monthlyCredits, 'opening balance', OPERATOR);
        const password = randomBytes(15).toString('base64url');
        await context.get(TeamsService).addUser(id, email, password, 'owner');
        return writeSecret(DATA_DIR, password);
      }),
    { needs: 'PostgreSQL' },
  );

/** Written before the commit, so that there is no owner without a password. */
async function writeSecret(folder: string, password: string): Promise<string> {
  const file = join(folder, 'first-owner.password');
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
