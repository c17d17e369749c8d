import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { TEST_SERVICES } from './test-services.mjs';
import { transpile } from './transpile.mjs';

/**
 * `npm run test:watch [-- PATTERN]`: runs the tests of changed files again and again, on one PostgreSQL and one Valkey. Other
 * test runs, such as `npx jest PATTERN`, use them too. Ctrl-C ends Jest, then the services.
 */
ensureInstalled();
await transpile();
process.on('SIGINT', () => undefined);
const services = await keptServices();
const jest = spawn(
  process.execPath,
  [join(root, 'node_modules/jest/bin/jest.js'), watchMode(), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.on('SIGTERM', () => jest.kill());
[process.exitCode] = await once(jest, 'exit');
await services?.stop();

/** Null when the servers are given, or when another watch runs the services. */
async function keptServices() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (TEST_DATABASE_URL && TEST_REDIS_URL) return null;
  const { runningEmbeddedServices, startEmbeddedServices } =
    await import('../dist/embedded/services/embedded-services.js');
  if (await runningEmbeddedServices(TEST_SERVICES)) return null;
  return startEmbeddedServices({ dataDir: TEST_SERVICES, ephemeral: true });
}

/** Only a version control system knows which files have changed. */
function watchMode() {
  return existsSync(join(root, '.git')) ? '--watch' : '--watchAll';
}
