import 'reflect-metadata';
import { runCommandLine } from '#surfaces/cli/program.js';

process.exitCode = await runCommandLine(process.argv.slice(2));
