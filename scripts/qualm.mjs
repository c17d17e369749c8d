import { buildIfStale } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** `npm run qualm -- COMMAND`: the operator's command line; standard output is the command's own. */
ensureInstalled();
if (!buildIfStale()) process.exit(1);
const { useRunningServices } = await import('../dist/embedded/services/embedded-services.js');
await useRunningServices(process.env);
await import('../dist/cli.js');
