import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { changedFiles } from './changed-files.mjs';
import { root } from './install.mjs';

/** `npm run check [-- --changed]`: the types of all files, and lint and format of all files or of those that differ from main. */
const files = process.argv.includes('--changed') ? changedFiles() : ['.'];
const linted = files.filter((file) => file === '.' || /\.(?:tsx?|mjs|js)$/.test(file));
const checks = {
  'type check': ['typescript/bin/tsc', '-p', 'tsconfig.json'],
  ...(linted.length > 0 && {
    lint: ['eslint/bin/eslint.js', '--cache', '--cache-location', 'dist/.eslintcache', '--no-warn-ignored', ...linted],
  }),
  ...(files.length > 0 && {
    format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '--ignore-unknown', ...files],
  }),
};

/** Runs the checks in parallel and prints the output of each when it ends. */
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
