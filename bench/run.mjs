import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { build } from '../scripts/build.mjs';
import { fill, idOf } from './catalogue.fill.mjs';
import { ask, cpuOf, freePort, postgresCpu, start, stop } from './processes.mjs';

/**
 * `npm run bench`: the hot reads of the running API, every lane check included, interleaved with a bare node:http + pg
 * handler that sends the same bytes, at 10,000 and at 1,000,000 products. docs/performance.md says how to read it.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const CONNECTIONS = Number(values.connections);
const MIN_RATIO = 0.6;
const MAX_SLOWDOWN = 0.2;
const HOT = 200;
const UNLIMITED = 900_000_000;

if (!build()) process.exit(1);
const { startEmbeddedServices } = await import('../dist/platform/embedded/embedded-services.js');
const { migrate } = await import('../dist/platform/database/migrate.js');

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const services = await startEmbeddedServices({ dataDir });
const children = [];
try {
  await migrate(services.databaseUrl);
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  const results = [];
  try {
    for (const size of SIZES) results.push(...(await measureAt(size, client)));
  } finally {
    await client.end();
  }
  verdict(results);
} finally {
  await Promise.all(children.map(stop));
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureAt(size, client) {
  const begun = performance.now();
  await fill(client, size);
  await client.query('CREATE TABLE IF NOT EXISTS bench_answers (url text PRIMARY KEY, body text NOT NULL)');
  await client.query('TRUNCATE bench_answers');
  console.log(`\n${size.toLocaleString('en')} products (made in ${Math.round((performance.now() - begun) / 1_000)} s)`);
  const variables = {
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    DATABASE_POOL_SIZE: '16',
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMIT_ANONYMOUS: String(UNLIMITED),
    RATE_LIMIT_SPENDING: String(UNLIMITED),
    PLAN_ENTERPRISE: `10000,1000,${UNLIMITED}`,
  };
  const keys = makeKeys(variables);
  const [apiPort, barePort] = [await freePort(), await freePort()];
  const api = start('api.process.mjs', { ...variables, PORT: String(apiPort), HOST: '127.0.0.1' });
  children.push(api);
  await ready(apiPort);
  const reads = await readsOf(client, keys);
  const meta = await answerOf(apiPort, reads.find(({ name }) => name === 'competitors').requests[0]);
  const bare = start('bare.process.mjs', {
    ...variables,
    PORT: String(barePort),
    BENCH_META: JSON.stringify(JSON.parse(meta).meta),
  });
  children.push(bare);
  await new Promise((resolve) => bare.once('message', resolve));
  const load = start('load.mjs');
  children.push(load);

  const results = [];
  for (const read of reads.filter(({ name }) => name.includes(values.only))) {
    await rememberAnswers(client, apiPort, read);
    await demandSameBytes(apiPort, barePort, read);
    results.push({ size, ...(await compare({ load, api, bare, apiPort, barePort, read })) });
    print(results.at(-1));
  }
  if (!values.only) print(await spend({ load, api, apiPort, client, keys }));
  await Promise.all([api, bare, load].map(stop));
  return results;
}

async function compare({ load, api, bare, apiPort, barePort, read }) {
  const sides = { bare: { child: bare, port: barePort, runs: [] }, api: { child: api, port: apiPort, runs: [] } };
  for (const { port } of Object.values(sides)) await drive(load, port, read.requests, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of Object.values(sides)) side.runs.push(await measure(load, side.child, side.port, read.requests));
  }
  if (values.profile) {
    await ask(api, ['profile']);
    await drive(load, apiPort, read.requests, SECONDS);
    await ask(api, ['profiled', join(values.profile, `${read.name}.cpuprofile`)]);
  }
  const [own, other] = [middle(sides.api.runs), middle(sides.bare.runs)];
  return { name: read.name, api: own, bare: other, ratio: own.perSecond / other.perSecond, barred: read.barred };
}

async function measure(load, child, port, requests, seconds = SECONDS) {
  const [before, pgBefore] = [await cpuOf(child), postgresCpu(services.supervisorPid)];
  const run = await drive(load, port, requests, seconds);
  const [after, pgAfter] = [await cpuOf(child), postgresCpu(services.supervisorPid)];
  return { ...run, cpu: (after - before) / run.answers, postgres: (pgAfter - pgBefore) / run.answers };
}

async function drive(load, port, requests, seconds) {
  const run = await ask(load, { port, requests, connections: CONNECTIONS, seconds });
  if (run.failures > 0) throw new Error(`${run.failures} of ${run.answers} answers were not 200.`);
  return run;
}

/** Every purchase needs a product of its own, so it is measured once, with as many as there are. */
async function spend({ load, api, apiPort, client, keys }) {
  const { rows } = await client.query(`SELECT id FROM products WHERE report_status = 'none' ORDER BY id LIMIT 8000`);
  const requests = rows.map(({ id }, index) =>
    rawRequest('POST', `/api/v1/products/${id}/generate-report`, keys[index % keys.length]),
  );
  const [before, pgBefore] = [await cpuOf(api), postgresCpu(services.supervisorPid)];
  const begun = performance.now();
  const run = await drive(load, apiPort, requests, Math.min(4, SECONDS * 2));
  const took = (performance.now() - begun) / 1_000;
  if (run.answers > requests.length) throw new Error('The spending call ran out of products.');
  const [after, pgAfter] = [await cpuOf(api), postgresCpu(services.supervisorPid)];
  return {
    name: 'generate-report (spends)',
    api: {
      ...run,
      perSecond: run.answers / took,
      cpu: (after - before) / run.answers,
      postgres: (pgAfter - pgBefore) / run.answers,
    },
  };
}

async function readsOf(client, keys) {
  const reported = await client.query(
    `SELECT ${idOf('product', 'n')} AS id, (SELECT name FROM products WHERE id = ${idOf('product', 'n')}) AS name
     FROM generate_series(20, ${HOT * 20}, 20) n`,
  );
  const each = (path, key) =>
    reported.rows.map((row, index) => rawRequest('GET', path(row), key && keys[index % keys.length]));
  return [
    {
      name: 'search',
      barred: true,
      requests: each(({ name }) => `/api/v1/products?query=${encodeURIComponent(name.slice(0, 12))}`),
    },
    {
      name: 'search, a word that many have',
      requests: each(({ name }) => `/api/v1/products?query=${encodeURIComponent(name.slice(8))}`),
    },
    { name: 'taste', barred: true, requests: each(({ id }) => `/api/v1/products/${id}/pain-points`) },
    {
      name: 'full report with a key',
      barred: true,
      requests: each(({ id }) => `/api/v1/products/${id}/pain-points`, true),
    },
    { name: 'competitors', barred: true, requests: each(({ id }) => `/api/v1/products/${id}/competitors`) },
  ];
}

function rawRequest(method, path, key) {
  const headers = ['Host: localhost', 'Accept: application/json', ...(key ? [`Authorization: Bearer ${key}`] : [])];
  return [`${method} ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}

/** Reads the answer of the API once for each address, and keeps it as the row the bare handler reads. */
async function rememberAnswers(client, port, { requests }) {
  await client.query('TRUNCATE bench_answers');
  for (const request of requests) {
    const values = [request.split(' ')[1], await answerOf(port, request)];
    await client.query('INSERT INTO bench_answers VALUES ($1, $2) ON CONFLICT DO NOTHING', values);
  }
  await client.query('VACUUM ANALYZE bench_answers');
}

async function demandSameBytes(apiPort, barePort, { name, requests }) {
  for (const request of requests.slice(0, 20)) {
    const [own, other] = [await answerOf(apiPort, request), await answerOf(barePort, request)];
    if (own !== other)
      throw new Error(`${name}: the two do not send the same bytes.\n${own.slice(0, 300)}\n${other.slice(0, 300)}`);
  }
}

async function answerOf(port, request) {
  const [line, ...lines] = request.split('\r\n');
  const authorization = lines.find((header) => header.startsWith('Authorization: '))?.slice(15);
  const response = await fetch(`http://127.0.0.1:${port}${line.split(' ')[1]}`, {
    headers: { ...(authorization && { authorization }) },
  });
  return response.text();
}

async function ready(port) {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The API did not become ready.');
}

function makeKeys(variables) {
  const cli = (...args) => {
    const script = join(import.meta.dirname, '../dist/cli.js');
    const run = spawnSync(process.execPath, [script, '--json', ...args], {
      env: { ...process.env, ...variables },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout);
  };
  const { team_id: team } = cli('team', 'create', '--name', 'Bench', '--plan', 'enterprise', '--credits', '1000000');
  return Array.from(
    { length: 4 },
    (_, n) => cli('key', 'create', '--team', team, '--name', `Bench ${n}`, '--spend-cap', '1000000').key,
  );
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}

function middle(runs) {
  return Object.fromEntries(
    ['perSecond', 'cpu', 'postgres', 'p50', 'p99'].map((field) => [field, median(runs.map((run) => run[field]))]),
  );
}

function print({ name, api, bare, ratio }) {
  const side = (figures) =>
    `${figures.perSecond.toFixed(0).padStart(6)}/s  cpu ${figures.cpu.toFixed(0).padStart(4)} µs  pg ${figures.postgres.toFixed(0).padStart(5)} µs  p99 ${figures.p99.toFixed(1).padStart(5)} ms`;
  console.log(
    `  ${name.padEnd(30)} api ${side(api)}${bare ? `   bare ${side(bare)}   ratio ${ratio.toFixed(2)}` : ''}`,
  );
}

function verdict(results) {
  console.log(
    `\n${cpus().length} cores, Node ${process.version}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s a side`,
  );
  let good = true;
  const say = (fine, line) => {
    good &&= fine;
    console.log(`${fine ? 'ok  ' : 'MISS'} ${line}`);
  };
  const barred = results.filter((result) => result.barred);
  for (const { name, size, ratio } of barred)
    say(ratio >= MIN_RATIO, `${name} at ${size.toLocaleString('en')}: ratio ${ratio.toFixed(2)}, wanted ${MIN_RATIO}`);
  const [small, large] = [SIZES[0], SIZES.at(-1)];
  for (const { name, size, api } of barred.filter((result) => result.size === large && large !== small)) {
    const before = barred.find((result) => result.name === name && result.size === small).api.perSecond;
    const slower = 1 - api.perSecond / before;
    say(
      slower <= MAX_SLOWDOWN,
      `${name}: ${(slower * 100).toFixed(0)} % slower at ${size.toLocaleString('en')} than at ${small.toLocaleString('en')}, allowed ${MAX_SLOWDOWN * 100} %`,
    );
  }
  if (!good) process.exitCode = 1;
}
