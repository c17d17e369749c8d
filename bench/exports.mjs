import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { idOf } from './catalogue.fill.mjs';
import { ask, commandsWith, cpuOf, freePort, postgresCpu, start, stop, untilReady } from './processes.mjs';

/**
 * `node bench/exports.mjs [--rows 1000000] [--formats jsonl,csv]` (after `npm run build`): exports opportunities from the
 * unchanged API, and prints the rows per second and the memory of the process beyond that of the idle process. Each run
 * ends with `ok` or `MISS` for each target.
 */
const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, formats: { type: 'string', default: 'jsonl,csv' } },
});
const ROWS = Number(options.rows);
const MAX_MEMORY_MB = 50;
const MIN_ROWS_PER_SECOND = 20_000;
const WARM_UP_ROWS = 2_000;
const LOOK_EVERY_MS = 50;
const NEWLINE = 10;
const TEXT = `'We like it, but exports fail every single week and nobody answers. Ticket ' || n || ' has been open for a month, so we look at '
  || 'other tools that write all rows and tell us when a job breaks. A table of a thousand lines takes minutes, and filters are lost.'`;
const PAIN_POINTS = {
  summary: 'Exports fail. The writer is leaving.',
  items: [{ theme: 'Exports', severity: 'high', quote: 'exports fail every single week', confidence: 0.9 }],
  buying_signals: [{ type: 'switching', evidence: 'we look at other tools' }],
  competitors_mentioned: [],
  reason: 'a named product fails at something that matters',
};

const dataDir = await mkdtemp(join(tmpdir(), 'bench-exports-'));
const services = await startEmbeddedServices({ dataDir, ephemeral: true });
const port = await freePort();
const variables = {
  DATABASE_URL: services.databaseUrl,
  REDIS_URL: services.redisUrl,
  PUBLIC_URL: 'http://localhost:3000',
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: 'warn',
  PLAN_LIMITS_ENTERPRISE: `export_rows=${ROWS},exports_per_hour=1000`,
};
let api;
try {
  await migrate(services.databaseUrl);
  await fill();
  const cli = commandsWith(variables);
  const { team_id: team } = cli('team', 'create', '--name', 'Bench', '--plan', 'enterprise');
  const { key } = cli('key', 'create', '--team', team, '--name', 'bench');
  api = start('api.process.mjs', variables, ['--enable-source-maps']);
  await untilReady(port);
  // The first exports compile code, which takes memory permanently.
  for (const format of options.formats.split(',')) await download(key, `${format}&source=forum`);
  for (const format of options.formats.split(',')) await measure(key, format);
} finally {
  if (api) await stop(api);
  await services.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The first opportunities are posts, which the warm-up exports; the others are reviews of a hundred products. */
async function fill() {
  const startedAt = performance.now();
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  await insertAll(client).finally(() => client.end());
  console.log(`${ROWS} opportunities, created in ${seconds(performance.now() - startedAt)}`);
}

async function insertAll(client) {
  await client.query('SET session_replication_role = replica');
  await client.query('SET synchronous_commit = off');
  await client.query(
    `INSERT INTO products (id, name, review_count) SELECT ${idOf('product', 'n')}, 'Product ' || n, 100
     FROM generate_series(1, 100) n`,
  );
  await client.query(
    `INSERT INTO reviews (id, product_id, platform, external_id, title, text, rating, published_at, reviewer_name, reviewer_title,
                          reviewer_company, company_industry, company_size, company_country)
     SELECT ${idOf('review', 'n')}, ${idOf('product', '1 + n % 100')}, 'g2', n::text, 'Exports fail', ${TEXT}, 2,
            now() - make_interval(secs => n), 'Jane Doe ' || n, 'Head of Operations', 'Acme ' || n, 'Software', '51-200', 'germany'
     FROM generate_series(${WARM_UP_ROWS + 1}, ${ROWS}) n`,
  );
  await client.query(
    `INSERT INTO posts (id, source, external_id, text, author_name)
     SELECT ${idOf('post', 'n')}, 'forum', n::text, ${TEXT}, 'Jane Doe ' || n FROM generate_series(1, ${WARM_UP_ROWS}) n`,
  );
  await client.query(
    `INSERT INTO opportunities (id, source, review_id, post_id, product_id, frustration_tier, sentiment, has_buying_signal,
                                pain_points, rating, score, need_points, reach_points, reach, search_text, engine, created_at)
     SELECT ${idOf('opportunity', 'n')}, CASE WHEN is_post THEN 'forum' ELSE 'review' END,
            CASE WHEN NOT is_post THEN ${idOf('review', 'n')} END, CASE WHEN is_post THEN ${idOf('post', 'n')} END,
            CASE WHEN NOT is_post THEN ${idOf('product', '1 + n % 100')} END, 'high', 'negative', true, $1,
            CASE WHEN NOT is_post THEN 2 END, 60, 10, 20, 'named', '', 'bench/1',
            now() - make_interval(secs => n)
     FROM (SELECT n, n <= ${WARM_UP_ROWS} AS is_post FROM generate_series(1, ${ROWS}) n) numbered`,
    [PAIN_POINTS],
  );
  await client.query('VACUUM ANALYZE');
}

async function measure(key, format) {
  const idle = await residentMb();
  const [cpuBefore, postgresBefore] = [await cpuOf(api), postgresCpu(services.supervisorPid)];
  const startedAt = performance.now();
  let [peak, isRunning] = [idle, true];
  const looking = (async () => {
    for (; isRunning; await setTimeout(LOOK_EVERY_MS)) peak = Math.max(peak, await residentMb());
  })();
  const { lines, bytes } = await download(key, format);
  const elapsed = performance.now() - startedAt;
  isRunning = false;
  await looking;
  const cpu = (await cpuOf(api)) - cpuBefore;
  const postgres = postgresCpu(services.supervisorPid) - postgresBefore;
  const rows = format === 'csv' ? lines - 1 : lines;
  const perSecond = Math.round(rows / (elapsed / 1_000));
  console.log(
    `${format}: ${rows} rows, ${Math.round(bytes / 2 ** 20)} MB in ${seconds(elapsed)}; CPU of the API ${seconds(cpu / 1_000)}, ` +
      `of PostgreSQL ${seconds(postgres / 1_000)}; idle ${Math.round(idle)} MB`,
  );
  print(rows === ROWS, `${rows} of ${ROWS} rows`);
  print(perSecond >= MIN_ROWS_PER_SECOND, `${perSecond} rows a second`);
  print(peak - idle < MAX_MEMORY_MB, `${Math.round(peak - idle)} MB over idle`);
}

/** Reads an export as fast as it arrives. @returns the number of its lines and bytes */
async function download(key, query) {
  const path = `/api/v1/exports/opportunities?format=${query}`;
  const request = http.get({ host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${key}` } });
  const [answer] = await once(request, 'response');
  if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}.`);
  let [lines, bytes] = [0, 0];
  for await (const chunk of answer) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  }
  return { lines, bytes };
}

async function residentMb() {
  return (await ask(api, ['memory'])).resident / 2 ** 20;
}

function print(isMet, figure) {
  console.log(`  ${isMet ? 'ok  ' : 'MISS'} ${figure}`);
}

function seconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
