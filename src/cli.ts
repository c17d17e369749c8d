import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';

// Left to itself the heap grows to four times what is in use before garbage is collected; a long import needs less.
// Set before the program is loaded, because the limit of the moment was drawn up at the last collection.
setFlagsFromString('--heap-growing-percent=50');
const { runCommandLine } = await import('#surfaces/cli/program.js');

process.exitCode = await runCommandLine(process.argv.slice(2));
