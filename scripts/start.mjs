import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm start` runs all processes. With `main` or `worker` (`npm run start:api`, `start:worker`) it runs one process,
 * on DATABASE_URL and REDIS_URL, or on the embedded services that are already running. If NODE_ENV is `production`,
 * only this process starts: nothing is installed or built, and both URLs are required.
 */
const [entry = 'start'] = process.argv.slice(2);
if (entry === 'start' || process.env.NODE_ENV !== 'production') {
  const [{ ensureInstalled }, { buildIfStale }] = await Promise.all([import('./install.mjs'), import('./build.mjs')]);
  ensureInstalled();
  if (!buildIfStale()) process.exit(1);
  if (entry !== 'start') await useRunningServices();
} else if (!existsSync(join(import.meta.dirname, '../dist', `${entry}.js`))) {
  console.error('The service is not built: run npm run build first.');
  process.exit(1);
}
await import(`../dist/${entry}.js`);

async function useRunningServices() {
  const services = await import('../dist/embedded/services/embedded-services.js');
  try {
    await services.useRunningServices(process.env);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
