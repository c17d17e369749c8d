import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const node = (script, ...args) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status === 0;

/** `npm test [-- jest arguments]`: types, lint and format first, then every test. */
ensureInstalled();
const sound = build() && node('scripts/check.mjs');
if (!sound) console.log('\n0 passed, 1 failed');
process.exitCode = sound && node('node_modules/jest/bin/jest.js', ...process.argv.slice(2)) ? 0 : 1;
