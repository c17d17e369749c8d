import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { output, source } from './build.mjs';
import { ReloadedProcess } from './dev.process.mjs';
import { watchTypes } from './dev.types.mjs';
import { ensureInstalled } from './install.mjs';
import { transpile } from './transpile.mjs';

/**
 * `npm run dev`: as `npm start`, but with data of its own, and with a debugger port in each process. A changed source is
 * compiled without a type check, then the API and the worker restart. The services keep running. The types are checked
 * beside that, and their errors are printed. A change of the launcher or of the embedded services needs a new start.
 */
const SETTLE_MS = 30;
const defaults = { DATA_DIR: '.data/dev', NODE_ENV: 'development', SHUTDOWN_GRACE_SECONDS: '1' };
const processes = [];

ensureInstalled();
for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value;
if (!(await compile())) process.exit(1);
const { run } = await import('../dist/embedded/launch/run.js');
watch(source, { recursive: true }, soon(reload));
await run((...options) => {
  const child = new ReloadedProcess(...options);
  processes.push(child);
  return child;
});
watchTypes();

/** Compiles what has changed. @returns the changed paths, or null when there is an error */
async function compile() {
  const { changed, failures } = await transpile();
  for (const failure of failures) console.error(failure);
  return failures.length > 0 ? null : changed;
}

async function reload() {
  const changed = await compile();
  if (!changed?.length) return;
  console.log(`Changed: ${changed.join(', ')}`);
  if (changed.some((path) => path.includes('migrations'))) migrate();
  await Promise.all(processes.map((each) => each.reload()));
}

/** In a separate process, because this process has loaded the earlier migrations. */
function migrate() {
  const env = { ...process.env, ...processes[0]?.variables };
  spawnSync(process.execPath, [join(output, 'cli.js'), 'migrate'], { env, stdio: 'inherit' });
}

/** Calls `action` once for several events in a row, and never twice at the same time. */
function soon(action) {
  let timer;
  let last = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(action)), SETTLE_MS);
  };
}
