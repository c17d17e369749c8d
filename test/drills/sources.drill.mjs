import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Redis from 'ioredis';
import pg from 'pg';
import { RunningService } from './running-service.mjs';
import { withoutLockTimeout, startSourceServer, worldOf } from './source-server.mjs';

/**
 * `npm run drill:sources [-- --kills 200 --items 2000 --only kills|limits]`, on a build.
 *
 * Kills: ten sources are fetched while processes die with -9 at random moments, PostgreSQL is killed and Valkey emptied. Checks that each
 * text is there once, each event is relayed, no source was idle for more than a minute, and at most one page of a source was fetched again
 * per kill.
 *
 * Limits: four workers fetch 50 sources of one host, which is asked at most 30 times a minute. Checks each sliding minute, and that after a
 * refusal with Retry-After the next request is neither early nor more than 3 seconds late.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    items: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
});
const [KILLS, ITEMS] = [Number(values.kills), Number(values.items)];
const CONNECTORS = [
  ...['steam', 'steam', 'steam', 'github', 'github', 'github'],
  ...['hacker-news', 'hacker-news', 'stack-exchange', 'stack-exchange'],
];
const MAX_IDLE_SECONDS = 60;
const LIMIT_SECONDS = 1_200;
const SOURCES_OF_HOST = 50;
const WORKERS = 4;
const MINUTE = 60_000;
const PER_MINUTE = 30;
const MEASURED_MS = 4 * MINUTE;
const PAUSE_SECONDS = 20;
const MAX_LATE_MS = 3_000;

const failures = [];
const check = (isRight, message) => void (isRight || failures.push(message));

if (values.only !== 'limits') await kills();
if (values.only !== 'kills') await limits();
if (failures.length > 0) throw new Error(failures.join('\n'));
console.log('passed');

async function kills() {
  const worlds = CONNECTORS.map((connector, n) => worldOf(n + 1, connector, ITEMS));
  let database = null;
  // Budgets are not what this drill is about, and an answer takes a moment.
  const server = await startSourceServer(worlds, async () => {
    await database?.query('DELETE FROM outbound_budgets').catch(() => undefined);
    await wait(Math.random() * 300);
  });
  const service = await RunningService.prepare({ ...server.variables, LOG_LEVEL: 'fatal' });
  const connect = async () => {
    const client = new pg.Client({ connectionString: servicesOf(service).database_url });
    client.on('error', () => undefined);
    await client.connect();
    database = client;
  };
  const rows = (text, given = []) =>
    withoutLockTimeout(async () => {
      try {
        return (await database.query(text, given)).rows;
      } catch (error) {
        await connect();
        throw error;
      }
    });
  try {
    await service.start();
    await connect();
    await addSources(rows, worlds, 86_400);
    const began = Date.now();
    const idle = watchIdle(rows);
    const done = await killAtRandom(service, rows);
    await settled(rows, began);
    const mostIdle = await idle.end();
    const seconds = Math.round((Date.now() - began) / 1_000);
    console.log(`${server.log.length} requests, kills:`, done, `settled after ${seconds} s, most idle ${mostIdle} s`);
    check(mostIdle <= MAX_IDLE_SECONDS, `a source was idle for ${mostIdle} s`);
    for (const world of worlds) await judge(rows, world, server.log);
  } finally {
    await database?.end().catch(() => undefined);
    await service.stop();
    await server.close();
  }
}

/** Adds the sources of worlds at once, without the look at each first page. */
function addSources(rows, worlds, seconds) {
  return rows(
    `INSERT INTO sources (id, connector, settings, settings_key, label, interval_seconds)
     SELECT gen_random_uuid(), connector, settings, 'drill ' || number, 'world ' || number, $2
     FROM jsonb_to_recordset($1) AS world (number integer, connector text, settings jsonb)`,
    [JSON.stringify(worlds.map(({ number, connector, settings }) => ({ number, connector, settings }))), seconds],
  );
}

function servicesOf({ dataDir }) {
  return JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8'));
}

/** Kills something at random moments. @returns how often what was killed */
async function killAtRandom(service, rows) {
  const counts = { worker: 0, api: 0, postgres: 0, valkey: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    if (!(await untilWorking(rows))) break;
    await wait(Math.random() * 2_000);
    const dice = Math.random();
    const what = dice < 0.7 ? 'worker' : dice < 0.85 ? 'api' : dice < 0.97 ? 'valkey' : 'postgres';
    if (what === 'worker') service.killProcess('embedded/launch/embedded.worker.js');
    else if (what === 'api') service.killProcess('main.js');
    else if (what === 'valkey') await emptyValkey(service);
    else await killPostgres(service, rows);
    counts[what]++;
  }
  return counts;
}

/** A worker that was killed needs some seconds before there is anything to disturb again. @returns false if every source is read */
async function untilWorking(rows) {
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(200)) {
    const [{ working, unread }] = await rows(
      `SELECT count(*) FILTER (WHERE lease_until > now())::int AS working, count(*) FILTER (WHERE last_synced_at IS NULL)::int AS unread
       FROM sources WHERE state = 'active'`,
    );
    if (unread === 0) return false;
    if (working > 0) return true;
  }
  return true;
}

async function emptyValkey(service) {
  const redis = new Redis(servicesOf(service).redis_url, { maxRetriesPerRequest: 1, retryStrategy: () => null });
  redis.on('error', () => undefined);
  await redis.flushall().catch(() => undefined);
  redis.disconnect();
}

/** The launcher starts the services, the API and the worker again. */
async function killPostgres(service, rows) {
  await untilReady(service);
  await withoutLockTimeout(() => {
    if (!service.killPostgres()) throw new Error('PostgreSQL does not run.');
  });
  await wait(1_000);
  await untilReady(service);
  await rows('SELECT 1');
}

/** A launcher whose new start was disturbed ends, and is started again as a supervisor would. */
async function untilReady(service) {
  const isEnded = () => service.process.exitCode !== null || service.process.signalCode !== null;
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(250)) {
    if (isEnded()) return service.start();
    const { ok } = await fetch(`${service.baseUrl}/health/ready`).catch(() => ({ ok: false }));
    if (ok) return undefined;
  }
  throw new Error('The service did not become ready after PostgreSQL was killed.');
}

/** Notes for how long a source that was due had no worker. */
function watchIdle(rows) {
  let [most, isOver] = [0, false];
  const watching = (async () => {
    for (; !isOver; await wait(1_000)) {
      const [{ seconds }] = await rows(
        `SELECT coalesce(max(extract(epoch FROM now() - greatest(next_attempt_at, lease_until))), 0)::float8 AS seconds
         FROM sources WHERE state = 'active' AND next_attempt_at < now() AND (lease_until IS NULL OR lease_until < now())`,
      );
      most = Math.max(most, seconds);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return Math.round(most);
    },
  };
}

/** Waits until every source is read and every event relayed. */
async function settled(rows, began) {
  for (; ; await wait(1_000)) {
    const [open] = await rows(
      `SELECT (SELECT count(*) FROM sources WHERE state = 'active' AND (walk IS NOT NULL OR last_synced_at IS NULL))::int AS sources,
         (SELECT count(*) FROM events WHERE relayed_at IS NULL)::int AS events,
         (SELECT count(*) FROM event_deliveries)::int AS deliveries`,
    );
    if (Object.values(open).every((each) => each === 0)) return;
    if (Date.now() - began > LIMIT_SECONDS * 1_000) throw new Error(`Not settled: ${JSON.stringify(open)}`);
  }
}

/** Checks that each text of a world is there once, and how many pages were fetched again. */
async function judge(rows, { connector, number, names }, log) {
  const table = ['steam', 'mozilla-addons'].includes(connector) ? 'reviews' : 'posts';
  const [{ texts, items }] = await rows(
    `SELECT (SELECT count(*) FROM ${table} WHERE external_id = ANY($1))::int AS texts,
       (SELECT count(*) FROM source_items WHERE external_id = ANY($1))::int AS items`,
    [names],
  );
  const asked = log.filter(({ world }) => world?.number === number);
  const again = asked.length - new Set(asked.map(({ address }) => address)).size;
  const [{ failed }] = await rows(
    `SELECT count(*)::int AS failed FROM source_runs run JOIN sources source ON source.id = source_id
     WHERE outcome = 'failed' AND connector = $1`,
    [connector],
  );
  console.log(`${connector} ${number}: ${texts} texts, ${asked.length} requests, ${again} of them again`);
  check(
    texts === names.length && items === names.length,
    `${connector} ${number} has ${texts} of ${names.length} texts`,
  );
  check(again <= KILLS, `${connector} ${number} fetched ${again} pages again`);
  check(failed === 0, `${failed} runs of ${connector} failed`);
}

async function limits() {
  const worlds = Array.from({ length: SOURCES_OF_HOST }, (_, n) => worldOf(n + 1, 'mozilla-addons', 30));
  let refusal = null;
  let isRefusing = false;
  const server = await startSourceServer(worlds, ({ at }) => {
    if (!isRefusing) return undefined;
    isRefusing = false;
    refusal = at;
    return { status: 429, headers: { 'retry-after': String(PAUSE_SECONDS) } };
  });
  const service = await RunningService.prepare({ ...server.variables, LOG_LEVEL: 'fatal' });
  const workers = [];
  try {
    await service.start();
    for (let n = 1; n < WORKERS; n++) workers.push(startWorker(service));
    await wait(5_000);
    await addSources((...query) => service.rows(...query), worlds, 60);
    await wait(MEASURED_MS / 2);
    isRefusing = true;
    await wait(MEASURED_MS / 2);
    judgeLimits(server.log, refusal);
    const [{ failed, hosts }] = await service.rows(
      `SELECT (SELECT count(*) FROM source_runs WHERE outcome = 'failed')::int AS failed, (SELECT count(*) FROM outbound_budgets)::int AS hosts`,
    );
    check(failed === 0, `${failed} runs failed`);
    check(hosts === 1, `${hosts} budgets`);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await service.stop();
    await server.close();
  }
}

/** One more worker beside that of the service. */
function startWorker(service) {
  const { database_url, redis_url } = servicesOf(service);
  const key = readFileSync(join(service.dataDir, 'encryption.key'), 'utf8').trim();
  const variables = { ...service.variables, DATABASE_URL: database_url, REDIS_URL: redis_url, ENCRYPTION_KEYS: key };
  const script = join(import.meta.dirname, '../../dist/worker.js');
  return spawn(process.execPath, [script], { env: variables, stdio: ['ignore', 'ignore', 'inherit'] });
}

function judgeLimits(log, refusal) {
  const times = log.map(({ at }) => at).sort((one, other) => one - other);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));
  const seconds = (times.at(-1) - times[0]) / 1_000;
  const rate = ((times.length / seconds) * 60).toFixed(1);
  const after = times.find((at) => at > refusal + 1_000);
  const lateMs = after - refusal - PAUSE_SECONDS * 1_000;
  console.log(
    `${times.length} requests of ${WORKERS} workers in ${Math.round(seconds)} s: ${rate} a minute, at most ${most} in a sliding minute;`,
    `after Retry-After ${PAUSE_SECONDS} the next came ${lateMs} ms late`,
  );
  check(most <= PER_MINUTE, `${most} requests in a minute`);
  check(lateMs >= 0 && lateMs <= MAX_LATE_MS, `the next request came ${lateMs} ms after the pause`);
}
