import { ensureInstalled } from './install.mjs';
import { transpile } from './transpile.mjs';

/**
 * `npm run repl`: a Node prompt with the services of the API, such as `await get(CreditsService).balance(TEAM)`. It works on
 * DATABASE_URL and REDIS_URL, or on the data of `npm run dev`. `debug()` lists the services.
 */
ensureInstalled();
const { failures } = await transpile();
for (const failure of failures) console.error(failure);
process.env.DATA_DIR ||= '.data/dev';
const { withServices } = await import('../dist/surfaces/cli/command.context.js');
await import('reflect-metadata');
const [{ repl }, { ApiModule }] = await Promise.all([import('@nestjs/core'), import('../dist/api.module.js')]);
await withServices(async (env) => {
  const server = await repl(ApiModule.forRoot(env), { prompt: 'qualm> ' });
  await new Promise((resolve) => server.once('exit', resolve));
});
