import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const node = (script, ...args) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status === 0;

/** `npm test [-- jest arguments]`: first the type check, lint and format, then all tests. */
ensureInstalled();
const isClean = build() && node('scripts/check.mjs');
if (!isClean) console.log('\n0 passed, 1 failed');
process.exitCode = isClean && node('node_modules/jest/bin/jest.js', ...process.argv.slice(2)) ? 0 : 1;
