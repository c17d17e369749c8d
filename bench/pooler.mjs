import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { demandFairPurchases } from '../test/drills/fair-purchases.mjs';
import { addProduct, reviewsFrom } from '../test/drills/running-service.mjs';
import { addOpportunities } from './opportunities.fill.mjs';
import { ask, commandsWith, cpuOf, freePort, postgresCpu, start, stop, untilReady } from './processes.mjs';
import { Site } from './site.mjs';

/**
 * `node bench/pooler.mjs [--rounds 3] [--pgbouncer FILE] [--prepared]` (after `npm run build`): compares the service on PostgreSQL itself, with
 * prepared statements, with the service behind PgBouncer in transaction mode. Behind it statements are prepared with `--prepared`, which needs
 * PgBouncer 1.21. Both read and buy in turns, and afterwards the credits must be right.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    pgbouncer: { type: 'string', default: 'pgbouncer' },
    prepared: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const [SIZE, CONNECTIONS, SECONDS, POOL_SIZE] = [10_000, 32, 2, 16];
/** Purchases of one round and side, and how many of them are made at once. */
const [PURCHASES, BUYERS] = [160, 16];
/** The credits of the team. */
const CREDITS = 1_000_000;
const SIDES = ['direct', 'pooled'];
const READS = ['search', 'search, not kept', 'taste', 'full report with a key', 'competitors, not kept'];

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
// The accounts of PostgreSQL and PgBouncer can reach it, so that their files are in it.
chmodSync(dataDir, 0o755);
const services = await startEmbeddedServices({ dataDir });
const load = start('load.mjs');
const started = [load];
let site;
try {
  site = await Site.open(services, SIZE, migrate);
  const ports = { direct: site.ports.api, pooled: await freePort() };
  const variables = {
    ...site.variables,
    PORT: String(ports.pooled),
    DATABASE_URL: await startPgBouncer(new URL(site.variables.DATABASE_URL)),
    DATABASE_OWNER_URL: site.variables.DATABASE_URL,
    DATABASE_PREPARED_STATEMENTS: String(values.prepared),
    // Each side has queues of its own.
    REDIS_KEY_PREFIX: 'bench-pooled',
  };
  const pooled = start('api.process.mjs', variables, ['--enable-source-maps']);
  started.push(pooled);
  await untilReady(ports.pooled);
  for (const name of READS) await compare(name, { direct: site.api, pooled }, ports);
  started.push(...[site.variables, variables].map((each) => start('../dist/worker.js', each)));
  for (const [name, requests] of await purchases()) await comparePurchases(name, requests, ports);
  await demandRightCredits();
} finally {
  await site?.close();
  await Promise.all(started.map(stop));
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function compare(name, processes, ports) {
  const { requests } = site.reads.find((read) => read.name === name);
  const runs = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const run = {};
    for (const side of SIDES) {
      const before = [await cpuOf(processes[side]), postgresCpu(services.supervisorPid)];
      const order = { port: ports[side], requests, from: round * 1_000, connections: CONNECTIONS, seconds: SECONDS };
      const { answers, perSecond } = await ask(load, order);
      const after = [await cpuOf(processes[side]), postgresCpu(services.supervisorPid)];
      const [cpu, postgres] = after.map((time, place) => (time - before[place]) / answers);
      run[side] = { perSecond, cpu, postgres };
    }
    // The first round warms both sides up.
    if (round > 0) runs.push(run);
  }
  const of = (side) => ['perSecond', 'cpu', 'postgres'].map((figure) => median(runs.map((run) => run[side][figure])));
  const said = (side) =>
    `${side} ${of(side)[0].toFixed(0)}/s, cpu ${of(side)[1].toFixed(0)} µs, pg ${of(side)[2].toFixed(0)} µs`;
  const ratio = median(runs.map(({ direct, pooled }) => pooled.perSecond / direct.perSecond));
  console.log(`${name}: ${said('direct')}; ${said('pooled')}; ratio ${ratio.toFixed(2)}`);
}

/** For each kind of purchase, the paths and bodies of all rounds. */
async function purchases() {
  const count = PURCHASES * SIDES.length * (ROUNDS + 1);
  const opportunities = await addOpportunities(site.client, count, dataDir, (file) =>
    commandsWith(site.variables)('import', 'contacts', file),
  );
  const products = [];
  const reviews = await reviewsFrom(undefined, 50);
  const rows = (text, given) => site.client.query(text, given);
  for (let number = 0; number < count; number++) products.push(await addProduct({ rows }, `Bought ${number}`, reviews));
  return [
    ['unlock', opportunities.map((id) => [`/opportunities/${id}/unlock-contact`, { field: 'email' }])],
    ['pitch', opportunities.map((id) => [`/opportunities/${id}/generate-pitch`, { channels: ['email'] }])],
    ['report', products.map((id) => [`/products/${id}/generate-report`])],
  ];
}

async function comparePurchases(name, requests, ports) {
  const runs = [];
  const waiting = [...requests];
  for (let round = 0; round <= ROUNDS; round++) {
    const run = {};
    for (const side of SIDES) {
      const part = waiting.splice(0, PURCHASES);
      const [startedAt, before] = [performance.now(), postgresCpu(services.supervisorPid)];
      const buyer = async () => {
        for (let each; (each = part.shift()) !== undefined;) await buy(ports[side], ...each);
      };
      await Promise.all(Array.from({ length: BUYERS }, buyer));
      while ((await one(`SELECT count(*)::int AS found FROM purchases WHERE state = 'open'`)).found > 0) await wait(10);
      const perSecond = (PURCHASES * 1_000) / (performance.now() - startedAt);
      run[side] = { perSecond, postgres: (postgresCpu(services.supervisorPid) - before) / PURCHASES };
    }
    if (round > 0) runs.push(run);
  }
  const of = (side, figure) => median(runs.map((run) => run[side][figure]));
  const said = (side) =>
    `${side} ${of(side, 'perSecond').toFixed(0)}/s, pg ${(of(side, 'postgres') / 1e3).toFixed(1)} ms`;
  const ratio = median(runs.map(({ direct, pooled }) => pooled.perSecond / direct.perSecond));
  console.log(`${name}: ${said('direct')}; ${said('pooled')}; ratio ${ratio.toFixed(2)}`);
}

async function buy(port, path, json) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.keys[0]}`, ...(json && { 'content-type': 'application/json' }) },
    body: json && JSON.stringify(json),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`The purchase failed: ${body}`);
}

/** @throws unless each purchase was paid once, and the balance is what they leave */
async function demandRightCredits() {
  await demandFairPurchases({ rows: async (text) => (await site.client.query(text)).rows });
  const { made, paid, spent, left } = await one(
    `SELECT count(*)::int AS made, count(*) FILTER (WHERE state = 'settled')::int AS paid,
            sum(cost) FILTER (WHERE state = 'settled')::int AS spent, (SELECT sum(balance)::int FROM credit_accounts) AS left
     FROM purchases`,
  );
  const verified = commandsWith(site.variables)('credits', 'verify');
  console.log(`${made} purchases, ${paid} paid for ${spent} credits, ${left} credits left`, verified);
  const wanted = PURCHASES * SIDES.length * (ROUNDS + 1) * 3;
  if (made !== wanted || paid !== wanted || spent + left !== CREDITS) throw new Error('The credits are wrong.');
}

async function one(text) {
  return (await site.client.query(text)).rows[0];
}

/** @returns the address of the database behind PgBouncer, which refuses to run as root */
async function startPgBouncer(url) {
  const folder = mkdtempSync(join(dataDir, 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const [name, port] = [url.pathname.slice(1), await freePort()];
  writeFileSync(join(folder, 'users.txt'), `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${url.hostname} port=${url.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
${values.prepared ? 'max_prepared_statements = 200\n' : ''}`,
  );
  const nobody = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const account = process.getuid() === 0 ? { uid: nobody('-u'), gid: nobody('-g') } : {};
  started.push(spawn(values.pgbouncer, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...account }));
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  return pooled.href;
}

function median(list) {
  return [...list].sort((one, other) => one - other)[list.length >> 1];
}
