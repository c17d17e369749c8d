import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:sign-ins`: sends 200 sign-ins at once while a client reads with a key. No response may be a 500, and the
 * 99th percentile of the reads must stay under 100 ms. The same reads on the idle service are the baseline.
 */
const SIGN_INS = 200;
const READS = 400;
const PAUSE_MS = 10;
const MAX_P99_MS = 100;

// The bursts of one address are refused early, so this drill removes that limit to reach the hashing.
const service = await RunningService.prepare({
  SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000',
  SIGN_IN_BURST_PER_ADDRESS: '100000',
  PLAN_GROWTH: '500,50,900000000',
});
try {
  await service.start();
  const { api_keys } = await service.demo();
  const site = new URL(service.baseUrl).origin;
  await readMany(api_keys.spending);
  const idle = await readMany(api_keys.spending);
  const page = await fetch(`${site}/login`);
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const token = /name="csrf_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const flood = Array.from({ length: SIGN_INS }, (_, n) => signIn(site, cookie, token, n));
  const busy = await readMany(api_keys.spending);
  const byStatus = {};
  for (const status of await Promise.all(flood)) byStatus[status] = (byStatus[status] ?? 0) + 1;
  console.log('sign-ins by status', byStatus);
  console.log(
    `reads: 99th percentile ${idle.p99} ms idle, ${busy.p99} ms during the sign-ins; statuses`,
    busy.statuses,
  );
  const isGood = busy.p99 < MAX_P99_MS && !(500 in byStatus) && busy.statuses.every((status) => status === 200);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await service.stop();
}

async function signIn(site, cookie, token, n) {
  const body = new URLSearchParams({ csrf_token: token, email: `nobody${n}@example.com`, password: 'correct horse' });
  const response = await fetch(`${site}/login`, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  await response.text();
  return response.status;
}

async function readMany(key) {
  const times = [];
  const statuses = new Set();
  for (let n = 0; n < READS; n++, await wait(PAUSE_MS)) {
    const startedAt = performance.now();
    const response = await fetch(`${service.baseUrl}/opportunities?page_size=3`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.text();
    times.push(performance.now() - startedAt);
    statuses.add(response.status);
  }
  times.sort((a, b) => a - b);
  return { p99: Math.round(times[Math.floor(READS * 0.99)]), statuses: [...statuses] };
}
