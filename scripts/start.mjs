import { buildIfStale } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * `npm start` runs everything; with `main` or `worker` (`npm run start:api`, `start:worker`) it runs that one process,
 * on DATABASE_URL and REDIS_URL or on the embedded services that are running already.
 */
const [entry = 'start'] = process.argv.slice(2);
ensureInstalled();
if (!buildIfStale()) process.exit(1);
if (entry !== 'start') {
  const { useRunningServices } = await import('../dist/embedded/services/embedded-services.js');
  await useRunningServices(process.env);
}
await import(`../dist/${entry}.js`);
