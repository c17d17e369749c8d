#!/usr/bin/env node
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';

// By default the heap grows to four times its live size before garbage is collected. A lower limit saves memory in long
// imports. Each collection sets the limit for the next one, so the flag is set before the program is loaded.
setFlagsFromString('--heap-growing-percent=50');
const { runCommandLine } = await import('#surfaces/cli/program.js');

process.exitCode = await runCommandLine(process.argv.slice(2));
