import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { Agent, createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServices } from '../../dist/embedded/services/embedded-services.js';
import { freePort } from '../../dist/embedded/services/free-port.js';
import { migrate } from '../../dist/platform/database/migrate.js';

/**
 * `npm run drill:rolling`: two APIs with default settings behind a load balancer that probes their readiness every
 * second. Each is restarted while eight clients send requests. No request may fail.
 */
const PROBE_MS = 1_000;
const CLIENTS = 8;
const PAUSE_MS = 20;
const MAIN = join(import.meta.dirname, '../../dist/main.js');

const services = await startEmbeddedServices({ dataDir: await mkdtemp(join(tmpdir(), 'drill-')), ephemeral: true });
await migrate(services.databaseUrl);
const urls = { DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl };
const apis = [await freePort(), await freePort()].map((port) => ({ port, isReady: false }));
const turns = [...apis];
const agent = new Agent({ keepAlive: true });
const counts = { answered: 0, failed: 0 };
let isOver = false;

for (const api of apis) start(api);
const balancer = createServer(forward).listen(0, '127.0.0.1');
const probes = apis.map(probe);
await untilReady(...apis);
const clients = Array.from({ length: CLIENTS }, client);
for (const api of apis) {
  api.process.kill('SIGTERM');
  await once(api.process, 'exit');
  start(api);
  await untilReady(api);
}
isOver = true;
await Promise.all([...clients, ...probes]);
balancer.close();
balancer.closeAllConnections();
await Promise.all(
  apis.map(async (api) => {
    api.process.kill('SIGTERM');
    await once(api.process, 'exit');
  }),
);
agent.destroy();
await services.stop();
console.log(`${counts.answered} requests answered, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && counts.answered > 0 ? 0 : 1;

function start(api) {
  const env = { ...process.env, ...urls, PORT: String(api.port), LOG_LEVEL: 'warn', RATE_LIMIT_ANONYMOUS: '1000000' };
  api.process = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function probe(api) {
  for (; !isOver; await wait(PROBE_MS)) {
    const signal = AbortSignal.timeout(PROBE_MS);
    api.isReady = await fetch(`http://127.0.0.1:${api.port}/api/v1/health/ready`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function untilReady(...some) {
  while (!some.every(({ isReady }) => isReady)) await wait(50);
}

/** Sends a request to the next API that was ready at its last probe. */
function forward({ url }, response) {
  turns.push(turns.shift());
  const { port } = turns.find(({ isReady }) => isReady) ?? turns[0];
  const passed = ask({ port, path: url, agent }, (answer) => {
    response.writeHead(answer.statusCode);
    answer.pipe(response);
  });
  passed.on('error', () => response.writeHead(502).end()).end();
}

async function client() {
  for (; !isOver; await wait(PAUSE_MS)) {
    const isOk = await fetch(`http://127.0.0.1:${balancer.address().port}/api/v1/products?page_size=3`).then(
      async (answer) => (await answer.text(), answer.ok),
      () => false,
    );
    counts[isOk ? 'answered' : 'failed']++;
  }
}
