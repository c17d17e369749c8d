import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { addOpportunities } from './opportunities.fill.mjs';
import { ask, commandsWith, cpuOf, freePort, postgresCpu, stop, untilReady } from './processes.mjs';

/**
 * `node bench/statements.mjs [--calls 160] [--concurrent 16] [--show]` (after `npm run build`): compares unlocks and pitches with a bare client that
 * runs the same statements. It buys one after the other and records what the API and the worker send to PostgreSQL until the answer.
 * Then the service buys and the client repeats the records on a copy of the database, in turns. pgbench cannot repeat
 * them, because each purchase has values of its own. `--show` prints the statements of one purchase.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '160' },
    concurrent: { type: 'string', default: '16' },
    show: { type: 'boolean', default: false },
  },
});
const CALLS = Number(values.calls);
const CONCURRENT = Number(values.concurrent);
const ROUNDS = 4;
const WARM_UP = 40;
/** By then, the worker has done what a purchase leaves for it. */
const PAUSE_MS = 200;
const UNLIMITED = '900000000';
const KINDS = {
  unlock: ['unlock-contact', { field: 'email' }],
  pitch: ['generate-pitch', { channels: ['email'] }],
};

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const services = await startEmbeddedServices({ dataDir });
const port = await freePort();
const variables = {
  DATABASE_URL: databaseUrl('bench'),
  REDIS_URL: services.redisUrl,
  PORT: String(port),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  SHED_AFTER_MS: '0',
  RATE_LIMIT_SPENDING: UNLIMITED,
  PLAN_GROWTH: `500,50,${UNLIMITED}`,
};
const processes = [];
const names = new Map();
try {
  await sql(services.databaseUrl, 'CREATE DATABASE bench');
  await migrate(variables.DATABASE_URL);
  const cli = commandsWith(variables);
  const { team_id: team } = cli('team', 'create', '--name', 'Bench', '--plan', 'growth', '--credits', '100000');
  const { key } = cli('key', 'create', '--team', team, '--name', 'bench', '--spend-cap', '100000');
  const client = await connected(variables.DATABASE_URL);
  const opportunities = await addOpportunities(client, WARM_UP + 2 * CALLS, dataDir, (file) =>
    cli('import', 'contacts', file),
  );
  await client.end();
  await sql(services.databaseUrl, 'CREATE DATABASE copy TEMPLATE bench');
  for (const name of ['main', 'worker']) processes.push(startRecorded(name));
  await untilReady(port);
  for (const name of Object.keys(KINDS)) await compare(name, opportunities, key);
} finally {
  await Promise.all(processes.map(stop));
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function compare(name, opportunities, key) {
  const buy = buyer(name, key);
  const warmUp = opportunities.slice(0, WARM_UP);
  const [first, second] = [opportunities.slice(WARM_UP, WARM_UP + CALLS), opportunities.slice(WARM_UP + CALLS)];
  // The copy gets the purchases of the warm-up too, so that the later ones find what they need.
  const records = [];
  for (const id of [...warmUp, ...first]) records.push(await recordOf(() => buy(id)));
  const clients = await Promise.all(Array.from({ length: CONCURRENT }, () => connected(databaseUrl('copy'))));
  const failures = [];
  const repeat = (record, place) => replay(clients[place], record).catch((error) => failures.push(error));
  await timed(records.splice(0, WARM_UP), repeat);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const part = CALLS / ROUNDS;
    const api = await timed(second.splice(0, part), buy);
    const bare = await timed(records.slice(round * part, (round + 1) * part), repeat);
    rounds.push({ api, bare });
  }
  await Promise.all(clients.map((client) => client.end()));
  print(name, records, rounds, failures);
}

function buyer(name, key) {
  const [path, json] = KINDS[name];
  return async (id) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/opportunities/${id}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`The purchase failed: ${body}`);
  };
}

/** The statements of one purchase until its answer: transactions and single statements in the order of their beginning. */
async function recordOf(purchase) {
  await Promise.all(processes.map((child) => ask(child, ['statements'])));
  await purchase();
  const sent = (await Promise.all(processes.map((child) => ask(child, ['statements'])))).flatMap(
    ({ statements }) => statements,
  );
  await wait(PAUSE_MS);
  const units = [];
  const open = new Map();
  for (const statement of sent.sort((one, other) => one.at - other.at)) {
    const unit = open.get(statement.connection) ?? [];
    if (unit.length === 0) units.push(unit);
    unit.push(statement);
    if (/^(START|BEGIN)/i.test(statement.text)) open.set(statement.connection, unit);
    else if (/^(COMMIT|ROLLBACK)/i.test(statement.text)) open.delete(statement.connection);
  }
  // What the worker began just before the answer is no part of it.
  return units.filter((unit) => !open.has(unit[0].connection) || unit !== open.get(unit[0].connection)).flat();
}

/** The API and the worker number their prepared statements separately. */
function nameOf(text) {
  if (!names.has(text)) names.set(text, `statement_${names.size}`);
  return names.get(text);
}

async function replay(client, record) {
  try {
    for (const { text, name, values: given } of record)
      await client.query({ text, name: name && nameOf(text), values: given });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Does all of `list`, some at once. @returns calls per second, and the CPU time of a call in the service and in PostgreSQL */
async function timed(list, work) {
  const waiting = [...list];
  const [cpuBefore, postgresBefore, startedAt] = [await cpu(), postgresCpu(services.supervisorPid), performance.now()];
  await Promise.all(
    Array.from({ length: CONCURRENT }, async (_, place) => {
      for (let next; (next = waiting.shift()) !== undefined;) await work(next, place);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: list.length / seconds,
    cpu: ((await cpu()) - cpuBefore) / list.length,
    postgres: (postgresCpu(services.supervisorPid) - postgresBefore) / list.length,
  };
}

async function cpu() {
  return (await Promise.all(processes.map(cpuOf))).reduce((sum, each) => sum + each, 0);
}

function print(name, records, rounds, failures) {
  if (values.show) for (const { connection, text } of records.at(-1)) console.log(`${connection}: ${text}`);
  const counts = records.map((record) => record.length);
  const trips = median(counts);
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
  const ratio = median(rounds.map(({ api, bare }) => api.perSecond / bare.perSecond));
  console.log(
    `${name}: ${trips} statements; service ${of('api', 'perSecond').toFixed(0)}/s, cpu ${(of('api', 'cpu') / 1e3).toFixed(1)} ms, ` +
      `pg ${(of('api', 'postgres') / 1e3).toFixed(1)} ms; bare client ${of('bare', 'perSecond').toFixed(0)}/s, ` +
      `pg ${(of('bare', 'postgres') / 1e3).toFixed(1)} ms; ratio ${ratio.toFixed(2)}`,
  );
  if (failures.length === 0) return;
  process.exitCode = 1;
  console.log(
    `${failures.length} of ${records.length + WARM_UP} records failed, the first one: ${failures[0].message}`,
  );
}

function median(list) {
  return [...list].sort((one, other) => one - other)[list.length >> 1];
}

function startRecorded(name) {
  return fork(join(import.meta.dirname, 'recorded.process.mjs'), [name], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function databaseUrl(name) {
  const url = new URL(services.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function sql(url, ...statement) {
  const client = await connected(url);
  try {
    return (await client.query(...statement)).rows;
  } finally {
    await client.end();
  }
}
