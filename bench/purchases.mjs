import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { addOpportunities } from './opportunities.fill.mjs';

/**
 * `node bench/purchases.mjs [--root DIR] [--calls 200]`: measures the response times of unlocks and pitches (built-in
 * directory and drafter), one call at a time and 16 calls in parallel. `--root` measures another built checkout.
 */
const CONCURRENT = 16;
const UNLIMITED = '900000000';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    calls: { type: 'string', default: '200' },
  },
});
const calls = Number(values.calls);
const drills = pathToFileURL(join(resolve(values.root), 'test/drills/running-service.mjs'));
const { RunningService } = await import(drills.href);
const service = await RunningService.prepare({
  RATE_LIMIT_SPENDING: UNLIMITED,
  PLAN_GROWTH: `500,50,${UNLIMITED}`,
});
try {
  await service.start();
  const key = await newKey();
  const opportunities = await addOpportunities(service.database, 2 * calls + CONCURRENT, service.dataDir, (file) =>
    service.qualm('import', 'contacts', file),
  );
  const kinds = {
    unlock: (id) => service.post(`/opportunities/${id}/unlock-contact`, { key, json: { field: 'email' } }),
    pitch: (id) => service.post(`/opportunities/${id}/generate-pitch`, { key, json: { channels: ['email'] } }),
  };
  for (const [name, buy] of Object.entries(kinds)) {
    const left = [...opportunities];
    await measure(left.splice(0, CONCURRENT), 1, buy);
    report(`${name}, one after another`, await measure(left.splice(0, calls), 1, buy));
    report(`${name}, ${CONCURRENT} at the same time`, await measure(left, CONCURRENT, buy));
  }
} finally {
  await service.stop();
}

/** Buys for every id, with `concurrency` calls in parallel. @returns the milliseconds of each call */
async function measure(ids, concurrency, buy) {
  const waiting = [...ids];
  const took = [];
  const buyer = async () => {
    for (let id; (id = waiting.shift()) !== undefined;) {
      const startedAt = performance.now();
      const { status, body } = await buy(id);
      took.push(performance.now() - startedAt);
      if (status !== 200 || body.data.found === false) throw new Error(`The purchase failed: ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, buyer));
  return took;
}

function report(name, took) {
  took.sort((left, right) => left - right);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))].toFixed(1);
  console.log(`${name}: ${took.length} calls, median ${at(0.5)} ms, 95 of 100 under ${at(0.95)} ms, worst ${at(1)} ms`);
}

async function newKey() {
  const qualm = async (...words) => JSON.parse(await service.qualm('--json', ...words));
  const { team_id } = await qualm('team', 'create', '--name', 'Bench', '--plan', 'growth', '--credits', '100000');
  return (await qualm('key', 'create', '--team', team_id, '--name', 'bench', '--spend-cap', '100000')).key;
}
