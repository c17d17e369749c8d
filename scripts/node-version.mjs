import { readFileSync } from 'node:fs';

/** Imported first: exits with one line on a Node that is too old. The syntax must work on that Node. */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [[major, minor], [wantedMajor, wantedMinor]] = [process.versions.node, engines.node.replace('>=', '')].map(
  (version) => version.split('.').map(Number),
);
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Node ${engines.node} is needed, and this is ${process.version}.`);
  process.exit(1);
}
