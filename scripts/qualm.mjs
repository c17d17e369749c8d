import { buildIfStale } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** `npm run qualm -- COMMAND`: the operator's command line. Standard output belongs to the command. */
ensureInstalled();
if (!buildIfStale()) process.exit(1);
await import('../dist/cli.js');
