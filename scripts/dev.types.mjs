import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const COMPILER = join(root, 'node_modules/typescript/bin/tsc');
const FOLLOW_PARENT = pathToFileURL(join(root, 'dist/embedded/services/follow-parent.js')).href;
const OPTIONS = ['--watch', '--noEmit', '--preserveWatchOutput', '--pretty', 'false'];
/** What the compiler remembers. The build has a file of its own, which a change compiled in between makes useless. */
const MEMORY = ['--tsBuildInfoFile', 'dist/.dev.tsbuildinfo'];

/** Checks the types of the sources now and after each change, and prints the errors. The restarts do not wait for it. */
export function watchTypes() {
  const compiler = fork(COMPILER, ['-p', 'tsconfig.build.json', ...OPTIONS, ...MEMORY], {
    cwd: root,
    execArgv: ['--import', FOLLOW_PARENT],
    silent: true,
  });
  setPriority(compiler.pid, constants.priority.PRIORITY_LOW);
  createInterface(compiler.stdout).on('line', (line) => {
    const [, count] = /Found (\d+) errors?\./.exec(line) ?? [];
    if (count !== undefined) console.log(`Types: ${count} errors`);
    else if (/error TS\d+/.test(line)) console.error(line);
  });
}
