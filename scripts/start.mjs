import { buildIfStale } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * `npm start` runs all processes. With `main` or `worker` (`npm run start:api`, `start:worker`) it runs one process,
 * on DATABASE_URL and REDIS_URL, or on the embedded services that are already running.
 */
const [entry = 'start'] = process.argv.slice(2);
ensureInstalled();
if (!buildIfStale()) process.exit(1);
if (entry !== 'start') {
  const { useRunningServices } = await import('../dist/embedded/services/embedded-services.js');
  await useRunningServices(process.env);
}
await import(`../dist/${entry}.js`);
