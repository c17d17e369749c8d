import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const checks = {
  'type check': ['typescript/bin/tsc', '-p', 'tsconfig.json'],
  lint: ['eslint/bin/eslint.js', '.', '--cache', '--cache-location', 'dist/.eslintcache'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
};

/** Runs the three checks in parallel and prints the output of each when it ends. */
const results = await Promise.all(
  Object.entries(checks).map(
    ([name, [script, ...args]]) =>
      new Promise((resolve) => {
        const output = [];
        const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root });
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
        child.on('close', (code) => {
          console.log(`${name}: ${code === 0 ? 'clean' : 'failed'}`);
          process.stdout.write(Buffer.concat(output));
          resolve(code === 0);
        });
      }),
  ),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
