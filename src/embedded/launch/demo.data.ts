import { execFile, fork } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Env } from '#config/env.js';
import { readDemoFile, writeDemoFile } from './demo.file.js';

const SAMPLE = join(import.meta.dirname, '../../../sample');
const COMMAND_LINE = join(import.meta.dirname, '../../cli.js');
const DEMO_TEAM = join(import.meta.dirname, 'demo.js');
const DETECTION_MS = 30_000;
const KINDS = ['products', 'reviews', 'posts', 'contacts'];

/** A start on an embedded database. `variables` is the environment of its processes; `say` prints a line. */
export interface Start {
  env: Env;
  variables: NodeJS.ProcessEnv;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Creates the demo team and loads the sample if the database does not have them, then writes READY_FILE. */
export async function prepareDemoData(start: Start): Promise<void> {
  await Promise.all([prepareTeam(start), loadSample(start)]);
  if (start.env.READY_FILE) writeFileSync(start.env.READY_FILE, '');
}

/** If the team exists, this only updates the addresses in `demo.json`. */
async function prepareTeam({ env, variables, signal, say }: Start): Promise<void> {
  const credentials = await readDemoFile(env);
  const findUser = 'SELECT 1 FROM users WHERE lower(email) = lower($1)';
  if (credentials && (await hasRows(env.DATABASE_URL, findUser, [credentials.user.email]))) {
    return writeDemoFile(env, credentials);
  }
  say('Creating the demo team ...');
  await new Promise<void>((resolve, reject) => {
    const child = fork(DEMO_TEAM, { env: variables, signal, execArgv: [] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The demo team could not be created.'))));
  });
}

/** Imports the files in `sample/` with the command line if the database has no products yet. */
async function loadSample(start: Start): Promise<void> {
  const { env, signal, say } = start;
  const files = KINDS.flatMap((kind) =>
    [`${kind}.jsonl`, `${kind}.jsonl.gz`].map((name) => ({ kind, path: join(SAMPLE, name) })),
  ).filter(({ path }) => existsSync(path));
  if (files.length === 0) return;
  // An interrupted import runs again. Imports can be repeated.
  const unfinished = join(env.DATA_DIR, 'sample.unfinished');
  if (!existsSync(unfinished) && (await hasRows(env.DATABASE_URL, 'SELECT 1 FROM products LIMIT 1'))) return;
  writeFileSync(unfinished, '');
  for (const { kind, path } of files) {
    say(`Loading the sample ${kind} ...`);
    try {
      const { inserted } = await command<{ inserted: number }>(start, 'import', kind, path);
      say(`  ${inserted} ${kind} loaded`);
    } catch (error) {
      if (signal.aborted) throw error;
      return say(`The sample ${kind} could not be loaded: ${(error as { stderr?: string }).stderr ?? String(error)}`);
    }
  }
  rmSync(unfinished);
  await untilDetected(start);
}

/** Waits until the worker has read the sample for opportunities, so that the first feed is not empty. */
async function untilDetected(start: Start): Promise<void> {
  const { signal, say } = start;
  say('Reading the sample for opportunities ...');
  for (const deadline = Date.now() + DETECTION_MS; Date.now() < deadline; await wait(200, undefined, { signal })) {
    const { backlog } = await command<{ backlog: { texts_waiting: number } | null }>(start, 'status');
    if (backlog?.texts_waiting === 0) return;
  }
  say('  not finished yet: the feed will fill while you look around');
}

/** Runs a command of the command line, which may end with a failure after its answer. @returns what it prints as JSON */
async function command<Printed>({ variables, signal }: Start, ...words: string[]): Promise<Printed> {
  const parameters = [COMMAND_LINE, ...words, '--json'];
  const running = promisify(execFile)(process.execPath, parameters, { env: variables, signal });
  const { stdout } = await running.catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  return JSON.parse(stdout) as Printed;
}

async function hasRows(connectionString: string, statement: string, values: string[] = []): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount !== 0;
  } finally {
    await client.end();
  }
}
