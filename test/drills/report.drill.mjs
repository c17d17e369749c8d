import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { addProduct, reviewsFrom, RunningService } from './running-service.mjs';

/**
 * `npm run drill:report [-- --reviews-file FILE --reviews 10000]`: measures the time of a report until it is completed, and
 * the response times of `GET /health` in the meantime.
 */
const LIMIT_SECONDS = 30;
const LIMIT_P99_MS = 50;
const PROBE_EVERY_MS = 10;

const { values } = parseArgs({
  options: { 'reviews-file': { type: 'string' }, reviews: { type: 'string', default: '10000' } },
});
const reviews = await reviewsFrom(values['reviews-file'], Number(values.reviews));
const service = await RunningService.prepare();
try {
  await service.start();
  const id = await addProduct(service, 'Drill', reviews);
  const startedAt = performance.now();
  const { status } = await service.post(`/products/${id}/generate-report`);
  if (status !== 200) throw new Error(`The report was not started: ${status}.`);
  const probes = [];
  let state;
  do {
    const asked = performance.now();
    await (await fetch(`${service.baseUrl}/health`)).arrayBuffer();
    probes.push(performance.now() - asked);
    await wait(PROBE_EVERY_MS);
    [{ state }] = await service.rows('SELECT state FROM runs WHERE item = $1', [id]);
  } while (state === 'queued' || state === 'running');
  const took = (performance.now() - startedAt) / 1_000;
  probes.sort((left, right) => left - right);
  const p99 = probes[Math.min(probes.length - 1, Math.floor(probes.length * 0.99))];
  console.log(
    `${reviews.length} reviews: ${state} after ${took.toFixed(1)} s; ${probes.length} probes of /health, ` +
      `p50 ${probes[probes.length >> 1].toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${probes.at(-1).toFixed(1)} ms`,
  );
  if (state !== 'completed' || took > LIMIT_SECONDS || p99 > LIMIT_P99_MS) process.exitCode = 1;
} finally {
  await service.stop();
}
