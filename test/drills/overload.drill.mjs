import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:overload [-- --times 3 --shed 700]`: measures how many reads of the feed and purchases a second a service answers, then sends so
 * many times as many for twenty seconds, whether or not answers come. Checks that the accepted ones end within two seconds, that all others are
 * 503 with Retry-After, that probes pass, and that the ledger is right. `--shed 0` shows what happens without shedding.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, shed: { type: 'string', default: '700' } },
});
const LIMIT_MS = 2_000;
const PROBE_LIMIT_MS = 2_000;
const CALM_CONNECTIONS = 32;
const CALM_MS = 8_000;
const LOADED_MS = 20_000;
const TICK_MS = 20;
const CONNECTIONS = 1_000;
const SPENDING_SHARE = 0.01;

const service = await RunningService.prepare({
  ...{
    SHED_AFTER_MS: values.shed,
    PLAN_GROWTH: '100000,50,900000000',
    RATE_LIMIT_SPENDING: '900000000',
    LOG_LEVEL: 'fatal',
  },
});
/** The connections of a proxy. Unlike the kernel, it does not make a client that finds no place wait for seconds. */
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
/** Probes have a connection of their own, as those of a cluster. */
const prober = new Agent({ keepAlive: true });
try {
  await service.start();
  const key = (await service.demo()).api_keys.spending;
  const products = (await service.rows('SELECT id FROM products')).map(({ id }) => id);
  const ask = (isSpending) => {
    const product = products[Math.floor(Math.random() * products.length)];
    const [method, path] = isSpending
      ? ['POST', `/products/${product}/generate-report`]
      : ['GET', `/opportunities?page_size=20&min_score=${Math.floor(Math.random() * 40)}`];
    return send(method, `${service.baseUrl}${path}`, key);
  };

  await Promise.all(Array.from({ length: CONNECTIONS }, () => send('GET', `${service.baseUrl}/health`)));
  let calm = 0;
  const calmUntil = performance.now() + CALM_MS;
  await Promise.all(
    Array.from({ length: CALM_CONNECTIONS }, async () => {
      while (performance.now() < calmUntil) if ((await ask(false)).status === 200) calm++;
    }),
  );
  const capacity = calm / (CALM_MS / 1_000);
  console.log(`capacity: ${Math.round(capacity)} requests a second`);

  const answers = [];
  const probes = [];
  let isLoaded = true;
  const probing = (async () => {
    for (; isLoaded; await wait(250)) probes.push(await send('GET', `${service.baseUrl}/health/ready`, null, prober));
  })();
  const rate = capacity * Number(values.times);
  const pending = [];
  const startedAt = performance.now();
  for (let sent = 0; performance.now() - startedAt < LOADED_MS; await wait(TICK_MS)) {
    const due = ((performance.now() - startedAt) / 1_000) * rate;
    for (; sent < due; sent++) pending.push(ask(Math.random() < SPENDING_SHARE).then((answer) => answers.push(answer)));
  }
  await Promise.all(pending);
  isLoaded = false;
  await probing;

  const accepted = answers.filter(({ status }) => status < 500).map(({ ms }) => ms);
  const shed = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status, hasPause }) => status >= 500 && !(status === 503 && hasPause));
  accepted.sort((one, other) => one - other);
  const at = (share) => Math.round(accepted[Math.floor(accepted.length * share)] ?? 0);
  console.log(
    `${answers.length} requests at ${Math.round(rate)} a second: ${accepted.length} accepted (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `worst ${Math.round(accepted.at(-1) ?? 0)} ms), ${shed.length} shed, ${others.length} others`,
  );
  const slowest = Math.round(Math.max(...probes.map(({ ms }) => ms)));
  const failed = probes.filter(({ status }) => status !== 200).length;
  console.log(`${probes.length} probes, ${failed} failed, slowest ${slowest} ms`);
  await untilSettled();
  const [{ charged }] = await service.rows(
    `SELECT count(*)::int AS charged FROM purchases WHERE state NOT IN ('settled', 'refunded')`,
  );
  if (at(0.99) > LIMIT_MS) throw new Error('Accepted requests took too long.');
  if (others.length > 0) throw new Error('There were other failures.');
  if (failed > 0 || slowest > PROBE_LIMIT_MS) throw new Error('A probe did not pass.');
  if (charged > 0) throw new Error(`${charged} purchases are open.`);
  console.log('passed');
} finally {
  agent.destroy();
  prober.destroy();
  await service.stop();
}

function send(method, url, key, by = agent) {
  let startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status, hasPause = false) => resolve({ status, hasPause, ms: performance.now() - startedAt });
    const headers = { ...(key && { authorization: `Bearer ${key}` }) };
    const sent = request(url, { method, agent: by, headers }, (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode, response.headers['retry-after'] !== undefined));
      response.on('error', () => end(0));
    });
    sent.on('socket', () => (startedAt = performance.now()));
    sent.on('error', (error) => end(error.code));
    sent.end();
  });
}

async function untilSettled() {
  for (let n = 0; n < 120; n++) {
    const [{ open }] = await service.rows(
      `SELECT count(*)::int AS open FROM purchases WHERE state NOT IN ('settled', 'refunded')`,
    );
    if (open === 0) return;
    await wait(500);
  }
}
