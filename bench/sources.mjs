import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { memoryOf } from './processes.mjs';

/**
 * `node bench/sources.mjs [--only many|claims|speed|memory|hostile]` (after `npm run build`): one worker and a local server. Measures how late 1,000
 * sources begin that are due within three minutes (hourly ones would be 20 times fewer) with answers after 300 ms, the time of a claim among
 * 100,000 sources, the items a second of one source without a budget, the memory of a backfill of 1,000 and of 100,000 items, and the memory
 * that hostile answers take.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, backfill: { type: 'string', default: '100000' } },
});
const SOURCES = 1_000;
const SPREAD_SECONDS = 180;
const ANSWER_MS = 300;
const CLAIMED_AMONG = 100_000;
const CLAIMS = 200;
const PAGE = 100;
const NOTE_MS = 500;
const WARM_UP = 10_000;
const parts = { many, claims, speed, memory, hostile };

async function reply(request, response) {
  const url = new URL(request.url, 'http://bench.example');
  await wait(delayMs);
  // The budget is always full, so that the worker alone is measured.
  await database.query('DELETE FROM outbound_budgets');
  const body = answer(url);
  if (typeof body === 'function') return body(response);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A worker that asks the server for each of these origins. `heaps` are the megabytes that were in use after each full collection. */
async function startWorker(origins) {
  const address = `http://127.0.0.1:${server.address().port}`;
  const child = spawn(process.execPath, ['--trace-gc', join(import.meta.dirname, '../dist/worker.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, LOG_LEVEL: 'fatal', OPERATOR_CONTACT: 'bench@example.com', NODE_ENV: 'production' },
      ...{ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, EGRESS_ALLOWED_CIDRS: '127.0.0.0/8' },
      ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
      SOURCE_BASE_URLS: origins.map((origin) => `${origin}=${address}`).join(','),
    },
  });
  const heaps = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const left = /Mark-Compact [\d.]+ \([\d.]+\) -> ([\d.]+)/.exec(line)?.[1];
    if (left) heaps.push(Number(left));
  });
  await wait(8_000);
  return { child, heaps, rss: () => memoryOf(child.pid) };
}

const stop = async ({ child }) => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
};

/** Inserts sources of a connector. `due` is SQL on `n`. */
const insert = (connector, count, settings, due) =>
  database.query(
    `INSERT INTO sources (id, connector, settings, settings_key, label, interval_seconds, next_sync_at, next_attempt_at)
     SELECT gen_random_uuid(), $1, ${settings}, $1 || n, n::text, 86400, ${due}, ${due} FROM generate_series(1, $2::integer) AS n`,
    [connector, count],
  );

const clear = () =>
  database.query('TRUNCATE sources, source_items, source_runs, source_rejects, reviews, posts, products CASCADE');

async function many() {
  await clear();
  delayMs = ANSWER_MS;
  answer = (url) =>
    url.pathname === '/robots.txt'
      ? 'User-agent: *\nAllow: /'
      : '<rss version="2.0"><channel><title>B</title><item><guid>a</guid><title>One text of this feed</title></item></channel></rss>';
  const worker = await startWorker(Array.from({ length: SOURCES }, (_, n) => `https://h${n + 1}.example`));
  const idle = worker.rss();
  const address = `jsonb_build_object('address', 'https://h' || n || '.example/feed.xml')`;
  await insert('feed', SOURCES, address, `now() + make_interval(secs => n * ${SPREAD_SECONDS / SOURCES})`);
  const due = new Map(
    (await database.query('SELECT id, next_attempt_at FROM sources')).rows.map((row) => [row.id, row.next_attempt_at]),
  );
  let most = idle;
  for (let done = 0; done < SOURCES; await wait(NOTE_MS)) {
    most = Math.max(most, worker.rss());
    done = (await database.query(`SELECT count(*)::int AS done FROM sources WHERE last_synced_at IS NOT NULL`)).rows[0]
      .done;
  }
  const runs = (await database.query('SELECT source_id, min(started_at) AS at FROM source_runs GROUP BY 1')).rows;
  const late = runs.map(({ source_id, at }) => at - due.get(source_id)).sort((one, other) => one - other);
  const at = (share) => late[Math.floor(late.length * share)] / 1_000;
  console.log(
    `${SOURCES} sources due in ${SPREAD_SECONDS} s: begin p50 ${at(0.5)} s, p99 ${at(0.99)} s, last ${late.at(-1) / 1_000} s late`,
  );
  console.log(`worker: ${idle} MB idle, at most ${most} MB`);
  await stop(worker);
  delayMs = 0;
}

async function claims() {
  await clear();
  await insert('steam', CLAIMED_AMONG, `jsonb_build_object('app', n::text)`, `now() - make_interval(secs => n % 1000)`);
  await database.query('ANALYZE sources');
  const { NestFactory } = await import('@nestjs/core');
  const { parseEnv } = await import('../dist/config/env.js');
  const { PlatformModule } = await import('../dist/platform/platform.module.js');
  const { SourcesWorkerModule } = await import('../dist/market/sources/sources.worker.module.js');
  const { SourceSyncQueries } = await import('../dist/market/sources/source-sync.queries.js');
  const env = parseEnv({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, LOG_LEVEL: 'fatal' });
  const module = class Bench {};
  const app = await NestFactory.createApplicationContext(
    { module, imports: [PlatformModule.forRoot(env), SourcesWorkerModule] },
    { logger: false },
  );
  const { leases } = app.get(SourceSyncQueries, { strict: false });
  const times = [];
  for (let n = 0; n < CLAIMS; n++) {
    const began = performance.now();
    await leases.claimDue({ limit: 1 });
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  console.log(
    `a claim among ${CLAIMED_AMONG} sources: p50 ${times[CLAIMS / 2].toFixed(1)} ms, p99 ${times[CLAIMS - 3].toFixed(1)} ms`,
  );
  await app.close();
}

/** A store with `count` reviews, one a minute, newest first. */
function store(count) {
  const now = Math.floor(Date.now() / 1_000) - 600;
  return (url) => {
    const from = Number(/^p(\d+)$/.exec(url.searchParams.get('cursor') ?? '')?.[1] ?? 0);
    const reviews = Array.from({ length: Math.max(0, Math.min(PAGE, count - from)) }, (_, n) => ({
      ...{
        recommendationid: String(count - from - n),
        author: { steamid: `7656${n}` },
        language: 'english',
        voted_up: true,
      },
      ...{ review: `Review ${from + n}: it works for our team, and the list of tickets loads in a second.` },
      ...{ timestamp_created: now - (from + n) * 60, timestamp_updated: now - (from + n) * 60 },
    }));
    return { success: 1, query_summary: { num_reviews: reviews.length }, reviews, cursor: `p${from + reviews.length}` };
  };
}

async function fetched(worker, count) {
  await clear();
  answer = store(count);
  await insert('steam', 1, `jsonb_build_object('app', '1', 'product', 'Bench')`, 'now()');
  await database.query(
    `UPDATE sources SET cursor = '{"reached": null, "validators": null}', next_sync_at = now() + interval '1 day', next_attempt_at = now(),
       backfill = jsonb_build_object('since', now() - interval '10 years', 'until', now(), 'walk', NULL)`,
  );
  const [began, before] = [performance.now(), worker.rss()];
  let most = before;
  for (;;) {
    most = Math.max(most, worker.rss());
    const [{ open }] = (await database.query('SELECT count(backfill)::int AS open FROM sources')).rows;
    if (open === 0) break;
    await wait(NOTE_MS);
  }
  const seconds = (performance.now() - began) / 1_000;
  const [{ texts }] = (await database.query('SELECT count(*)::int AS texts FROM reviews')).rows;
  if (texts !== count) throw new Error(`${texts} of ${count} reviews`);
  return { seconds, most, rate: Math.round(count / seconds) };
}

async function speed() {
  const worker = await startWorker(['https://store.steampowered.com']);
  const { seconds, rate } = await fetched(worker, 10_000);
  console.log(`one source without a budget: 10000 items in ${seconds.toFixed(1)} s, ${rate} items a second`);
  await stop(worker);
}

async function memory() {
  const worker = await startWorker(['https://store.steampowered.com']);
  const idle = worker.rss();
  // The first backfill loads and compiles what any needs.
  for (const count of [WARM_UP, 1_000, Number(values.backfill)]) {
    worker.heaps.length = 0;
    const { most, rate } = await fetched(worker, count);
    const heaps = worker.heaps.length === 0 ? 'none' : worker.heaps.join(', ');
    console.log(
      `a backfill of ${count}: at most ${most} MB (${idle} MB idle), heap after full collections: ${heaps}; ${rate} items a second`,
    );
  }
  await stop(worker);
}

/** Writes these bytes for as long as the worker reads. */
const endless = (bytes, headers) => (response) => {
  response.writeHead(200, headers);
  const more = () => {
    while (response.write(bytes));
    response.once('drain', more);
  };
  more();
};

const HOSTILE = {
  'an endless body': endless(Buffer.alloc(65_536, '[')),
  'a gigabyte in a megabyte of gzip': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000_000))),
  'an endless gzip': endless(gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' }),
  'JSON of eight million levels': (response) => response.writeHead(200).end('['.repeat(8_000_000)),
  'a million empty items': (response) =>
    response.writeHead(200).end(`{"success":1,"cursor":"*","reviews":[${'{},'.repeat(999_999)}{}]}`),
};

async function hostile() {
  for (const [name, handler] of Object.entries(HOSTILE)) {
    await clear();
    const worker = await startWorker(['https://store.steampowered.com']);
    // One ordinary fetch loads what any fetch needs.
    answer = store(100);
    await insert('steam', 1, `jsonb_build_object('app', '1', 'product', 'Bench')`, 'now()');
    await ended(1, worker);
    await untilRead();
    const before = worker.rss();
    answer = () => handler;
    await database.query('UPDATE sources SET next_sync_at = now(), next_attempt_at = now()');
    const most = await ended(2, worker);
    const [run] = (await database.query('SELECT outcome, failure FROM source_runs ORDER BY started_at DESC LIMIT 1'))
      .rows;
    console.log(`${name}: ${most - before} MB more than ${before} MB; ${run.outcome}, ${run.failure}`);
    await stop(worker);
  }
}

/** Waits until the texts are read for opportunities, too. */
async function untilRead() {
  for (let open = true; open; await wait(NOTE_MS)) {
    const { rows } = await database.query(
      `SELECT EXISTS (SELECT FROM detection_batches WHERE state IN ('queued', 'running')) AS is_open`,
    );
    open = rows[0].is_open;
  }
}

/** Waits until so many runs have ended. @returns the most memory of the worker meanwhile, in MB */
async function ended(runs, worker) {
  for (let most = 0; ; await wait(20)) {
    most = Math.max(most, worker.rss());
    const { rows } = await database.query('SELECT count(ended_at)::int AS ended FROM source_runs');
    if (rows[0].ended >= runs) return most;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-sources-'));
const services = await startEmbeddedServices({ dataDir, ephemeral: true });
let answer = () => ({});
let delayMs = 0;
const database = new pg.Pool({ connectionString: services.databaseUrl, max: 4 });
const server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1');
try {
  await migrate(services.databaseUrl);
  for (const [name, part] of Object.entries(parts)) if (!values.only || values.only === name) await part();
} finally {
  server.closeAllConnections();
  server.close();
  await database.end();
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
