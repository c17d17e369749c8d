import { execFile, spawn } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

const START = join(import.meta.dirname, '../../scripts/start.mjs');
const CLI = join(import.meta.dirname, '../../dist/cli.js');
const READY_MS = 120_000;

/** `npm start` with a separate data directory, for drills. */
export class RunningService {
  /** Prepares a service without starting it. `variables` override its default configuration. */
  static async prepare(variables = {}) {
    return new RunningService(await mkdtemp(join(tmpdir(), 'drill-')), await freePort(), variables);
  }

  constructor(dataDir, port, variables) {
    this.dataDir = dataDir;
    this.baseUrl = `http://127.0.0.1:${port}/api/v1`;
    this.variables = {
      ...process.env,
      LOG_LEVEL: 'warn',
      SHED_AFTER_MS: '0',
      ...variables,
      DATA_DIR: dataDir,
      PORT: String(port),
    };
    delete this.variables.DATABASE_URL;
    delete this.variables.REDIS_URL;
  }

  /** Starts the service and waits until it is ready and the demo team exists. */
  async start() {
    this.process = spawn(process.execPath, [START], { env: this.variables, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const until = Date.now() + READY_MS; ; await wait(100)) {
      if (Date.now() > until) throw new Error('The service did not become ready.');
      const isReady = await fetch(`${this.baseUrl}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady && (await this.demo())) break;
    }
    const { database_url } = JSON.parse(await readFile(join(this.dataDir, 'services.json'), 'utf8'));
    this.database = new pg.Client({ connectionString: database_url });
    this.database.on('error', () => undefined);
    await this.database.connect();
  }

  /** Kills every process of the service with SIGKILL, including the database. */
  async killAll() {
    const pids = family(this.process.pid);
    for (const pid of pids) kill(pid);
    await this.database.end().catch(() => undefined);
    return pids.length;
  }

  /** Kills the process that executes a script, such as `worker.js`, with SIGKILL. The service starts it again. */
  killProcess(script) {
    for (const pid of pidsOf(this.process.pid, `/dist/${script}`)) kill(pid);
  }

  /** Kills PostgreSQL with SIGKILL. @returns whether it ran */
  killPostgres() {
    const { supervisor_pid } = JSON.parse(readFileSync(join(this.dataDir, 'services.json'), 'utf8'));
    const pids = pidsOf(supervisor_pid, '/bin/postgres');
    for (const pid of pids) kill(pid);
    return pids.length > 0;
  }

  async stop() {
    await this.database?.end().catch(() => undefined);
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGTERM');
      await ended;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async rows(text, values = []) {
    return (await this.database.query(text, values)).rows;
  }

  /** A POST with `key`, or the demo team's spending key. */
  async post(path, { key, json, idempotencyKey } = {}) {
    const headers = {
      authorization: `Bearer ${key ?? (await this.demo()).api_keys.spending}`,
      ...(json && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    const body = json && JSON.stringify(json);
    const response = await fetch(`${this.baseUrl}${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  }

  /** Runs the operator's command line on this service. @throws if the exit code is not 0 */
  async qualm(...words) {
    return (await promisify(execFile)(process.execPath, [CLI, ...words], { env: this.variables })).stdout.trim();
  }

  async demo() {
    return JSON.parse(await readFile(join(this.dataDir, 'demo.json'), 'utf8').catch(() => 'null'));
  }
}

/** Inserts a product with these texts as reviews, without an import. */
export async function addProduct(service, name, reviews) {
  const id = uuidv7();
  await service.rows('INSERT INTO products (id, name, review_count) VALUES ($1, $2, $3)', [id, name, reviews.length]);
  for (let start = 0; start < reviews.length; start += 1_000) {
    const batch = reviews.slice(start, start + 1_000).map((review) => ({ ...review, id: uuidv7() }));
    await service.rows(
      `INSERT INTO reviews (id, product_id, platform, external_id, text, rating, published_at)
       SELECT id, $1, 'drill', id::text, text, rating, published_at
       FROM jsonb_to_recordset($2::jsonb) AS review(id uuid, text text, rating numeric, published_at timestamptz)`,
      [id, JSON.stringify(batch)],
    );
  }
  return id;
}

/** The first `count` reviews of a `.jsonl` or `.jsonl.gz` file, repeated if needed, or artificial reviews without a file. */
export async function reviewsFrom(file, count) {
  const read = file ? await readReviews(file, count) : madeUpReviews();
  return Array.from({ length: count }, (_, index) => read[index % read.length]);
}

async function readReviews(file, count) {
  const raw = createReadStream(file);
  const reviews = [];
  for await (const line of createInterface({ input: file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw })) {
    const { text, rating, published_at } = JSON.parse(line);
    if (reviews.push({ text, rating, published_at }) === count) break;
  }
  return reviews;
}

function madeUpReviews() {
  const faults = ['crashes on startup', 'never syncs my files', 'is far too expensive', 'logs me out every day'];
  return Array.from({ length: 400 }, (_, index) => ({
    text: `The app ${faults[index % faults.length]} since the update. I tried it ${index} times and I am tired of it.`,
    rating: 1 + (index % 3),
    published_at: new Date(Date.UTC(2025, index % 12, 1 + (index % 28))).toISOString(),
  }));
}

/** The processes below one whose command line contains some words. */
export const pidsOf = (pid, words) => family(pid).filter((each) => commandOf(each).includes(words));

/** A process and all its descendants, including detached ones, according to /proc. */
function family(pid) {
  const children = new Map();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(entry);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const all = [pid];
  for (const member of all) all.push(...(children.get(member) ?? []));
  return all;
}

/** The command line of a process; empty once it has ended. */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Kills a process with SIGKILL, if it still runs. */
export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
