import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { coreModules, inContext } from '../command.context.js';

/**
 * Builds the sandbox again, which a migration drops, so that test keys work in running processes. Does nothing before
 * the first test key.
 */
export const rebuildSandbox = (): Promise<void> =>
  inContext(
    (env) => [...coreModules(env), ShadowTeamsModule],
    // The catalogue of the module builds the sandbox when the context starts.
    () => Promise.resolve(),
    { needs: 'PostgreSQL' },
  );
