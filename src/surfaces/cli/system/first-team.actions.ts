import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamOpenings } from '#accounts/credits/team-openings.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { Database } from '#platform/database/database.js';
import { coreModules, inContext } from '../command.context.js';

/** The key of an advisory lock, an arbitrary number. One process creates the team while the others wait. */
const LOCK = 7_214_907;

/**
 * Creates the team of QUALM_INIT_TEAM with the owner QUALM_INIT_EMAIL, unless there is an account already.
 * @returns the file with the owner's password, or null when nothing was created
 */
export const createFirstTeam = (): Promise<string | null> =>
  inContext(
    (env) => [...coreModules(env), TeamsModule, CreditsModule],
    (context, { QUALM_INIT_TEAM: name, QUALM_INIT_EMAIL: email, QUALM_INIT_PLAN: plan, DATA_DIR }) =>
      context.get(Database).transaction(async () => {
        await context.get(Database).query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
        if (!name || !email || (await context.get(MembersService).hasAny())) return null;
        const password = randomBytes(15).toString('base64url');
        await context.get(TeamOpenings).open({ name, plan, owner: { email, password } });
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
