import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { ask, freePort, memoryOf, start, stop, untilReady } from '../../bench/processes.mjs';
import { parseEnv } from '../../dist/config/env.js';
import { startEmbeddedServices } from '../../dist/embedded/services/embedded-services.js';
import { ReportGenerationService } from '../../dist/market/reports/report-generation.service.js';
import { ReportsModule } from '../../dist/market/reports/reports.module.js';
import { migrate } from '../../dist/platform/database/migrate.js';
import { PlatformModule } from '../../dist/platform/platform.module.js';

/**
 * `npm run drill:scale [-- --reviews 10000000]` (after `npm run build`): imports so many reviews from standard input with the command
 * line, and measures each million. Then it measures the report of a product with 100,000 of them, reports on 500 reviews each with one
 * and with four workers, detection, and reads with one and with two API processes. It needs 1.6 GB of disk per million.
 */
const { values } = parseArgs({ options: { reviews: { type: 'string', default: '10000000' } } });
const REVIEWS = Number(values.reviews);
const MILLION = 1_000_000;
/** Of the first reviews, so many each are of one product. The others are of products with 20,000. */
const [LARGE, SMALL, SMALL_PRODUCTS, OTHER] = [100_000, 500, 48, 20_000];
const LEAST_RATE = 15_000;
const REPORT_SECONDS = 30;
const DETECTION_SECONDS = 30;
const READ_SECONDS = 10;
/** After that, all workers take jobs. */
const START_SECONDS = 10;
const CONNECTIONS = 32;
const UNLIMITED = '900000000';
/** Three of eight texts complain. */
const OPENINGS = [
  ...['The app crashes on startup.', 'It never syncs my files.', 'It is far too expensive for a small team.'],
  ...['It does what we need.', 'A great tool.', 'The search is fast.', 'Support was friendly.', 'Easy to set up.'],
];
const FILLER = 'We use it every day in a team of twelve people, mostly on the web and sometimes on our phones. '.repeat(
  2,
);

const folder = await mkdtemp(join(tmpdir(), 'drill-scale-'));
const services = await startEmbeddedServices({ dataDir: folder });
const client = new pg.Client({ connectionString: services.databaseUrl });
const misses = [];
try {
  await migrate(services.databaseUrl);
  await client.connect();
  await importReviews();
  await makeReports();
  await readTexts();
  await answerReads();
} finally {
  await client.end();
  await services.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(misses.length === 0 ? 'ok' : `MISS: ${misses.join('; ')}`);
process.exit(misses.length === 0 ? 0 : 1);

async function importReviews() {
  const importer = launch('cli.js', { words: ['import', 'reviews', '-'], stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(importer, 'exit');
  const startedAt = performance.now();
  const resident = [];
  let lapAt = startedAt;
  let lines = '';
  for (let number = 0; number < REVIEWS; number++) {
    lines += `${JSON.stringify(reviewOf(number))}\n`;
    if (lines.length < 1 << 16 && number < REVIEWS - 1) continue;
    if (!importer.stdin.write(lines)) await once(importer.stdin, 'drain');
    lines = '';
    const million = Math.floor(number / MILLION);
    if (million <= resident.length) continue;
    resident.push(memoryOf(importer.pid));
    console.log(
      `${million} million lines: ${Math.round(MILLION / seconds(lapAt))} a second, ${resident.at(-1)} MB resident`,
    );
    lapAt = performance.now();
  }
  importer.stdin.end();
  const [code] = await ended;
  const rate = Math.round(REVIEWS / seconds(startedAt));
  const [{ stored, size }] = await rows(
    `SELECT (SELECT count(*) FROM reviews) AS stored, pg_size_pretty(pg_database_size(current_database())) AS size`,
  );
  console.log(`import: exit ${code}, ${stored} reviews, ${rate} a second, ${size} of database`);
  demand(code === 0 && Number(stored) === REVIEWS, 'all reviews imported');
  demand(rate >= LEAST_RATE, `${LEAST_RATE} lines a second`);
  demand(resident.length < 2 || resident.at(-1) < resident[0] + 100, 'flat memory');
  await client.query('ANALYZE reviews');
}

function reviewOf(number) {
  const small = Math.floor((number - LARGE) / SMALL);
  const product =
    number < LARGE ? 'Large' : small < SMALL_PRODUCTS ? `Small ${small}` : `Product ${Math.floor(number / OTHER)}`;
  return {
    external_id: `review-${number}`,
    platform: 'Drill',
    product_name: product,
    text: `${OPENINGS[number % OPENINGS.length]} ${FILLER}We began with version ${number}.`,
    rating: 1 + (number % 5),
    published_at: new Date(Date.UTC(2025, 0, 1) + (number % MILLION) * 30_000).toISOString(),
    reviewer_name: `Reviewer ${number % 5_000}`,
  };
}

async function makeReports() {
  const env = parseEnv({ ...variables(), LOG_LEVEL: 'warn' });
  const app = await NestFactory.createApplicationContext(
    { module: class Reports {}, imports: [PlatformModule.forRoot(env), ReportsModule] },
    { logger: ['error'] },
  );
  const reports = app.get(ReportGenerationService, { strict: false });
  const small = await rows(`SELECT id FROM products WHERE name LIKE 'Small %' ORDER BY id`);
  for (const count of [1, 4]) {
    const workers = Array.from({ length: count }, () =>
      launch('worker.js', { more: { WORKER_QUEUES: 'pain-points' } }),
    );
    const products = small.splice(0, SMALL_PRODUCTS / 2);
    await wait(START_SECONDS * 1_000);
    const took = await timeOf(reports, products);
    console.log(`${count} workers: ${(products.length / took).toFixed(1)} reports on ${SMALL} reviews a second`);
    if (count > 1) await Promise.all(workers.map(stop));
    else await makeLargeReport(reports).finally(() => stop(workers[0]));
  }
  await app.close();
}

async function makeLargeReport(reports) {
  const took = await timeOf(reports, await rows(`SELECT id FROM products WHERE name = 'Large'`));
  console.log(`a report on ${LARGE} of ${REVIEWS} reviews: ${took.toFixed(1)} s`);
  demand(took < REPORT_SECONDS, `a report in ${REPORT_SECONDS} s`);
}

/** The seconds until the reports of these products are there. */
async function timeOf(reports, products) {
  const startedAt = performance.now();
  for (const { id } of products) await reports.generateFree(id);
  for (;;) {
    const [{ open, failed }] = await rows(
      `SELECT count(*) FILTER (WHERE state IN ('queued', 'running'))::int AS open, count(*) FILTER (WHERE state = 'failed')::int AS failed FROM runs`,
    );
    if (failed > 0) throw new Error(`${failed} reports failed.`);
    if (open === 0) return seconds(startedAt);
    await wait(50);
  }
}

/** One worker reads the texts of the import. Its engine has a thread of its own; the rest of the worker has another. */
async function readTexts() {
  const worker = launch('worker.js');
  const doneNow = async () =>
    Number(
      (
        await rows(
          `SELECT coalesce(sum(cardinality(text_ids)), 0) AS done FROM detection_batches WHERE state = 'completed'`,
        )
      )[0].done,
    );
  while ((await doneNow()) === 0) await wait(100);
  const [before, startedAt] = [await doneNow(), performance.now()];
  await wait(DETECTION_SECONDS * 1_000);
  const rate = Math.round(((await doneNow()) - before) / seconds(startedAt));
  console.log(`detection with one worker: ${rate} texts a second, ${memoryOf(worker.pid)} MB resident`);
  await stop(worker);
}

async function answerReads() {
  const [{ id }] = await rows(`SELECT id FROM products WHERE name = 'Large'`);
  const reads = { search: '/api/v1/products?query=Product', taste: `/api/v1/products/${id}/pain-points` };
  for (const count of [1, 2]) {
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const apis = ports.map((port) => launch('main.js', { more: { PORT: String(port) } }));
    for (const port of ports) await untilReady(port);
    for (const [name, path] of Object.entries(reads)) {
      const loads = ports.map(() => start('load.mjs'));
      const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const order = { requests: [request], from: 0, connections: CONNECTIONS / count, seconds: READ_SECONDS };
      const runs = await Promise.all(loads.map((load, place) => ask(load, { ...order, port: ports[place] })));
      const [all, failures] = ['perSecond', 'failures'].map((figure) =>
        runs.reduce((sum, run) => sum + run[figure], 0),
      );
      console.log(
        `${count} API processes, ${name}: ${Math.round(all)} a second, p99 ${Math.max(...runs.map(({ p99 }) => p99)).toFixed(1)} ms`,
      );
      demand(failures === 0, `${name} without a failure`);
      await Promise.all(loads.map(stop));
    }
    await Promise.all(apis.map(stop));
  }
}

/** Starts a process of the build. */
function launch(script, { words = [], stdio = 'ignore', more = {} } = {}) {
  return spawn(process.execPath, [join(import.meta.dirname, '../../dist', script), ...words], {
    env: { ...variables(), ...more },
    stdio,
  });
}

function variables() {
  return {
    PATH: process.env.PATH,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    PUBLIC_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    RATE_LIMIT_ANONYMOUS: UNLIMITED,
    RATE_LIMIT_BROWSER: UNLIMITED,
  };
}

async function rows(text) {
  return (await client.query(text)).rows;
}

function seconds(since) {
  return (performance.now() - since) / 1_000;
}

function demand(isMet, what) {
  if (!isMet) misses.push(what);
}
