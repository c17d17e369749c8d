import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run qualm -- COMMAND`: the operator's command line. Standard output belongs to the command. If NODE_ENV is
 * `production`, an existing build is used unchanged.
 */
if (process.env.NODE_ENV !== 'production' || !existsSync(join(import.meta.dirname, '../dist/cli.js'))) {
  const [{ ensureInstalled }, { buildIfStale }] = await Promise.all([import('./install.mjs'), import('./build.mjs')]);
  ensureInstalled();
  if (!buildIfStale()) process.exit(1);
}
await import('../dist/cli.js');
