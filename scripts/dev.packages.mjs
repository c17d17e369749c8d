import { readdirSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { basename, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { awaitEnvironment } from '../dist/embedded/services/launched.environment.js';
import { output } from './build.mjs';

/** Preloaded into the API and the worker by `npm run dev`: loads the packages that the sources import, then waits. */
const DEBUGGER_PORTS = { 'main.js': 9229, 'worker.js': 9230, 'embedded.worker.js': 9230 };

if (isMainThread) {
  await awaitEnvironment(async () => {
    await import('reflect-metadata');
    for (const name of importedPackages()) await import(name);
  });
  inspector.open(DEBUGGER_PORTS[basename(process.argv[1])]);
}

/** Without those of the command line and the launcher, which only their own processes load. */
function importedPackages() {
  const files = readdirSync(output, { recursive: true }).filter((file) => /^(?!.*\b(cli|launch)\b).+\.js$/.test(file));
  const names = files.flatMap((file) => {
    const imports = readFileSync(join(output, file), 'utf8').matchAll(/^import [^;]*?['"]([^.#'"][^'"]*)['"];?$/gm);
    return [...imports].map(([, name]) => name);
  });
  return new Set(names.filter((name) => !name.startsWith('node:')));
}
