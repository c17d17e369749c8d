import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from '../../bench/processes.mjs';
import { pidsOf, RunningService } from './running-service.mjs';

/**
 * `npm run drill:soak [-- --minutes 60]` (after `npm run build`): measures how many requests a second `npm start` answers on the sample, sends
 * half as many for an hour, and samples the memory of the API and the worker and the connections to PostgreSQL and Valkey. Checks that
 * the last quarter of the samples is no larger than the second one, and that no request fails but for a lack of credits (402).
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const MINUTES = Number(values.minutes);
const CLIENTS = 16;
const PROBE_SECONDS = 20;
const SAMPLE_MS = 15_000;
/** V8 collects when it needs to, so the memory of a quarter differs by some. */
const MORE_MEMORY = 1.1;
const UNLIMITED = '900000000';

const service = await RunningService.prepare({
  ...{ RATE_LIMIT_ANONYMOUS: UNLIMITED, RATE_LIMIT_BROWSER: UNLIMITED, RATE_LIMIT_SPENDING: UNLIMITED },
  ...Object.fromEntries(
    ['STARTER', 'GROWTH', 'SCALE', 'ENTERPRISE'].map((plan) => [`PLAN_${plan}`, `10000,1000,${UNLIMITED}`]),
  ),
});
const answers = {};
const samples = [];
try {
  await service.start();
  const requests = await mixedRequests();
  const most = await load(requests, PROBE_SECONDS, Infinity);
  const rate = most / 2;
  console.log(`answered ${Math.round(most)} requests a second; sends ${Math.round(rate)} for ${MINUTES} minutes`);
  for (const name of Object.keys(answers)) delete answers[name];
  await Promise.all([load(requests, MINUTES * 60, rate), sample(MINUTES * 60_000)]);
} finally {
  await service.stop();
}
const misses = [...Object.keys(samples[0])].filter((what) => !isFlat(what));
const failed = Object.entries(answers).filter(([status]) => !/^2|^402$/.test(status));
console.log('answers:', answers);
console.log(misses.length + failed.length === 0 ? 'ok' : `MISS: ${[...misses, ...failed.map(String)].join('; ')}`);
process.exit(misses.length + failed.length === 0 ? 0 : 1);

/** What a team and its visitors do: read, decide, and now and then pay. */
async function mixedRequests() {
  const { api_keys: keys } = await service.demo();
  const products = await service.rows(`SELECT id, name FROM products WHERE report_status = 'completed' LIMIT 20`);
  const opportunities = await service.rows('SELECT id FROM opportunities ORDER BY id LIMIT 200');
  const keyed = { authorization: `Bearer ${keys.spending}` };
  const get = (path, headers = {}) => ({ path, init: { headers } });
  const send = (method, path, body) => ({
    path,
    init: { method, headers: { ...keyed, 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  const states = ['contacted', 'dismissed', 'new'];
  return [
    ...products.flatMap(({ id, name }) => [
      get(`/products?query=${encodeURIComponent(name.slice(0, 5))}`),
      get(`/products/${id}/pain-points`),
      get(`/products/${id}/competitors`),
      get(`/products/${id}/pain-points`, keyed),
    ]),
    ...opportunities.flatMap(({ id }, place) => [
      get(`/opportunities?page=${1 + (place % 5)}`, keyed),
      get(`/opportunities/${id}`, keyed),
      send('PATCH', `/opportunities/${id}`, { status: states[place % states.length] }),
      ...(place % 10 === 0 ? [send('POST', `/opportunities/${id}/generate-pitch`, {})] : []),
    ]),
  ];
}

/** Sends the requests in turn from several clients, at most `rate` a second. @returns the answers a second */
async function load(requests, seconds, rate) {
  const [startedAt, until] = [performance.now(), performance.now() + seconds * 1_000];
  let sent = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const number = sent++;
        await wait(Math.max(0, startedAt + (number / rate) * 1_000 - performance.now()));
        const { path, init } = requests[(number * 7) % requests.length];
        const status = await fetch(`${service.baseUrl}${path}`, init).then(
          async (response) => (await response.arrayBuffer(), response.status),
          () => 'no answer',
        );
        answers[status] = (answers[status] ?? 0) + 1;
      }
    }),
  );
  return sent / seconds;
}

async function sample(forMs) {
  const { redis_url: redisUrl } = JSON.parse(readFileSync(`${service.dataDir}/services.json`, 'utf8'));
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl);
  for (const until = performance.now() + forMs; performance.now() < until; await wait(SAMPLE_MS)) {
    const [{ connections }] = await service.rows(
      `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    const clients = (await redis.client('LIST')).trim().split('\n').length;
    const [api, worker] = ['main.js', 'embedded/launch/embedded.worker.js'].map((script) =>
      memoryOf(pidsOf(service.process.pid, `/dist/${script}`)[0]),
    );
    samples.push({
      'API, MB': api,
      'worker, MB': worker,
      'PostgreSQL connections': connections,
      'Valkey clients': clients,
    });
    if (samples.length % 20 === 1) console.log(new Date().toISOString(), samples.at(-1));
  }
  redis.disconnect();
}

/** Compares the medians of the second and the last quarter of the samples. */
function isFlat(what) {
  const quarter = Math.floor(samples.length / 4);
  const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((part) => {
    const sorted = part.map((one) => one[what]).sort((left, right) => left - right);
    return sorted[sorted.length >> 1];
  });
  console.log(`${what}: ${before} in the second quarter, ${after} in the last`);
  return after <= (what.endsWith('MB') ? before * MORE_MEMORY : before);
}
