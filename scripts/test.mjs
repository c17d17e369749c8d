import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { changedFiles } from './changed-files.mjs';
import { ensureInstalled, root } from './install.mjs';

/** Concurrent garbage collection takes CPU time from the other worker. A larger young generation is collected less often. */
const V8 = ['--single-threaded-gc', '--max-semi-space-size=64'];

const node = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** `npm test [-- jest arguments]`: first the type check, lint and format, then all tests. */
function runAll(args) {
  // The check reads the types of all files.
  const isClean = build({ checksTypes: false }) && node(join(root, 'scripts/check.mjs'));
  if (!isClean) console.log('\n0 passed, 1 failed');
  return isClean && runJest(args);
}

/** `npm test -- --changed`: the specs that the files concern which differ from main. With `--list`, it only names them. */
async function runChanged(args) {
  // It needs TypeScript, which a fresh clone has only once the packages are installed.
  const { relatedSpecs, UNSEEN } = await import('./related-specs.mjs');
  const chosen = relatedSpecs(changedFiles({ removed: true }));
  if (chosen.size === 0) {
    console.log('No spec concerns a file that differs from main.');
    return true;
  }
  for (const [spec, reason] of chosen) console.log(`${spec}: ${reason}`);
  console.log(`${chosen.size} spec files. ${UNSEEN}`);
  return args.includes('--list') || runJest(['--runTestsByPath', ...chosen.keys(), ...args]);
}

const runJest = (args) => node(...V8, join(root, 'node_modules/jest/bin/jest.js'), ...args);

ensureInstalled();
const args = process.argv.slice(2).filter((argument) => argument !== '--changed');
const hasPassed = process.argv.includes('--changed') ? await runChanged(args) : runAll(args);
process.exitCode = hasPassed ? 0 : 1;
