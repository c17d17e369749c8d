import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { ask, cpuOf, freePort, postgresCpu, start, stop, untilReady } from './processes.mjs';
import { Site } from './site.mjs';

/**
 * `node bench/pooler.mjs [--rounds 3]` (after `npm run build`, with `pgbouncer` of the machine): compares the API on PostgreSQL itself, with
 * prepared statements, with the API behind PgBouncer in transaction mode, without them. Both ask in turns.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const ROUNDS = Number(values.rounds);
const [SIZE, CONNECTIONS, SECONDS, POOL_SIZE] = [10_000, 32, 2, 16];
const READS = ['search', 'search, not kept', 'taste', 'full report with a key', 'competitors, not kept'];

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
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
    DATABASE_PREPARED_STATEMENTS: 'false',
  };
  const pooled = start('api.process.mjs', variables, ['--enable-source-maps']);
  started.push(pooled);
  await untilReady(ports.pooled);
  for (const name of READS) await compare(name, { direct: site.api, pooled }, ports);
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
    for (const side of ['direct', 'pooled']) {
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

/** @returns the address of the database behind PgBouncer, which refuses to run as root */
async function startPgBouncer(url) {
  const folder = mkdtempSync(join(dataDir, 'pgbouncer-'));
  for (const each of [dataDir, folder]) chmodSync(each, 0o755);
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
`,
  );
  const nobody = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const account = process.getuid() === 0 ? { uid: nobody('-u'), gid: nobody('-g') } : {};
  started.push(spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...account }));
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  return pooled.href;
}

function median(list) {
  return [...list].sort((one, other) => one - other)[list.length >> 1];
}
