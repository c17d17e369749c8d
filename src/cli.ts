#!/usr/bin/env node
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';

// By default the heap grows to four times its live size before garbage is collected. A lower limit saves memory in long
// imports. Each collection sets the limit for the next one, so the flag is set before the program is loaded.
setFlagsFromString('--heap-growing-percent=50');
const { runCommandLine } = await import('#surfaces/cli/program.js');

// The reader of a pipe may end first, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** The time for connections to close. */
const END_MS = 2_000;
process.exitCode = await runCommandLine(process.argv.slice(2));
// A command whose start fails, such as for a connection that breaks, leaves other connections open, which would keep this process alive.
process.stdout.write('', () => void setTimeout(() => process.exit(), END_MS).unref());
