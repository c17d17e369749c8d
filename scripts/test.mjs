import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

/** Concurrent garbage collection takes CPU time from the other worker. A larger young generation is collected less often. */
const V8 = ['--single-threaded-gc', '--max-semi-space-size=64'];

const node = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** `npm test [-- jest arguments]`: first the type check, lint and format, then all tests. */
ensureInstalled();
const isClean = build() && node(join(root, 'scripts/check.mjs'));
if (!isClean) console.log('\n0 passed, 1 failed');
process.exitCode =
  isClean && node(...V8, join(root, 'node_modules/jest/bin/jest.js'), ...process.argv.slice(2)) ? 0 : 1;
