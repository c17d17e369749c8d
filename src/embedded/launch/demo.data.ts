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
/** Imported texts that are not read yet. */
const UNREAD_TEXTS = `
  SELECT 1 FROM detection_batches WHERE state IN ('queued', 'running')
  UNION ALL SELECT 1 FROM events WHERE relayed_at IS NULL
  UNION ALL SELECT 1 FROM event_deliveries WHERE subscriber = 'detection' AND failed_at IS NULL
  LIMIT 1`;
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

/** Imports the files in `sample/` through the CLI if the database has no products yet. */
async function loadSample({ env, variables, signal, say }: Start): Promise<void> {
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
      const command = [COMMAND_LINE, 'import', kind, path, '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env: variables, signal });
      say(`  ${(JSON.parse(stdout) as { inserted: number }).inserted} ${kind} loaded`);
    } catch (error) {
      if (signal.aborted) throw error;
      return say(`The sample ${kind} could not be loaded: ${(error as { stderr?: string }).stderr ?? String(error)}`);
    }
  }
  rmSync(unfinished);
  await untilDetected({ env, variables, signal, say });
}

/** Waits until the worker has read the sample for opportunities, so that the first feed is not empty. */
async function untilDetected({ env, signal, say }: Start): Promise<void> {
  say('Reading the sample for opportunities ...');
  for (const deadline = Date.now() + DETECTION_MS; Date.now() < deadline; await wait(200, undefined, { signal })) {
    if (!(await hasRows(env.DATABASE_URL, UNREAD_TEXTS))) return;
  }
  say('  not finished yet: the feed will fill while you look around');
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
