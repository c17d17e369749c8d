import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/**
 * `npm run drill:readme`: follows the README like a new user. It clones the repository to an empty folder, copies the
 * README's commands in order, runs them there, and checks their output, the addresses and the links. `--with-tests` also
 * runs the test command. Port 3000 must be free.
 */
const START = 'npm start';
const TEST = 'npm test';
const READY_MS = 600_000;
const MISSING_PROGRAM = 127;
const MCP_REQUEST = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};

const clone = join(mkdtempSync(join(tmpdir(), 'readme-')), 'qualm');
execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '../..'), clone]);
const readme = readFileSync(join(clone, 'README.md'), 'utf8');
const BLOCK = /^```\w*\n(.*?)^```/gms;
const blocks = [...readme.matchAll(BLOCK)].map(([, commands]) => commands.trim());
const prose = readme.replace(BLOCK, '');
let faults = 0;

const service = spawn('bash', ['-c', START], { cwd: clone, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
let printed = '';
service.stdout.on('data', (chunk) => (printed += chunk));
try {
  check('the first command is npm start', blocks[0] === START);
  await untilReady();
  provideOwnData();
  let output = '';
  for (const block of blocks.slice(1)) {
    if (block === TEST && !process.argv.includes('--with-tests')) continue;
    // The README uses an id that the previous command has printed.
    const team = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;
    for (const commands of block.includes('TEAM_ID') ? block.split('\n') : [block]) {
      output = run(commands.replace('TEAM_ID', () => team.exec(output)?.[0] ?? 'TEAM_ID'));
    }
  }
  for (const [address] of prose.matchAll(/http:\/\/localhost:3000[\w/.-]*/g)) await checkAddress(address);
  for (const [, path] of prose.matchAll(/\]\(([\w/.-]+)\)/g)) check(`the link ${path}`, existsSync(join(clone, path)));
} finally {
  process.kill(-service.pid, 'SIGINT');
  if (service.exitCode === null) await once(service, 'exit');
  rmSync(join(clone, '..'), { recursive: true, force: true });
}
console.log(faults === 0 ? 'The README is correct.' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

async function untilReady() {
  const startedAt = performance.now();
  while (!printed.includes('Ready at')) {
    if (service.exitCode !== null || performance.now() - startedAt > READY_MS)
      throw new Error(`Not ready:\n${printed}`);
    await wait(200);
  }
  check(`${START}: ready after ${Math.round((performance.now() - startedAt) / 1_000)} s`, true);
  check('the start names the demo login', printed.includes('demo.json'));
}

/** The README imports files of the user. The sample is such data. */
function provideOwnData() {
  for (const kind of ['products', 'posts', 'contacts']) {
    copyFileSync(join(clone, 'sample', `${kind}.jsonl`), join(clone, `${kind}.jsonl`));
  }
  writeFileSync(join(clone, 'reviews.jsonl.gz'), gzipSync(readFileSync(join(clone, 'sample/reviews.jsonl'))));
}

/** Runs commands in one shell. A response of the API among their output must be a success. */
function run(commands) {
  try {
    const output = execFileSync('bash', ['-ec', commands], { cwd: clone, encoding: 'utf8', stdio: 'pipe' });
    check(commands, !output.includes('"success":false'), output);
    return output;
  } catch ({ status, stdout, stderr }) {
    if (status === MISSING_PROGRAM) console.log(`skip ${commands}: the program is not installed`);
    else check(commands, false, `${stdout}${stderr}`);
    return '';
  }
}

/** An address answers, or asks for a login. */
async function checkAddress(address) {
  const isMcp = address.includes('/mcp');
  const { status } = await fetch(address, isMcp ? MCP_REQUEST : {});
  check(`${address} answers ${status}`, address.endsWith('/mcp/auth') ? status === 401 : status === 200);
}

function check(what, isTrue, output = '') {
  console.log(`${isTrue ? 'ok  ' : 'MISS'} ${what}`);
  if (isTrue) return;
  faults++;
  if (output) console.log(output.slice(0, 2_000));
}
