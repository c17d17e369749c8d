import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { ask, cpuOf, postgresCpu, start, stop } from './processes.mjs';
import { Site } from './site.mjs';

/**
 * `npm run bench`: measures frequent reads of the complete API, interleaved with a bare node:http + pg
 * handler that sends the same bytes and with a plain Fastify service that returns the same data, at 10,000 and at
 * 1,000,000 products. docs/performance.md explains the results.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    tail: { type: 'boolean', default: false },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
/** By then, V8 has compiled the code of every side. */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = Number(values.connections);
const MIN_RATIO = 0.6;
const MAX_SLOWDOWN = 0.2;
const MIN_RIVAL_RATIO = 1;
const TAIL_SECONDS = 10;
const MAX_TAIL_MS = 50;
const FIGURES = ['perSecond', 'cpu', 'postgres', 'p50', 'p99'];

if (!build()) process.exit(1);
const { startEmbeddedServices } = await import('../dist/embedded/services/embedded-services.js');
const { migrate } = await import('../dist/platform/database/migrate.js');

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const services = await startEmbeddedServices({ dataDir });
const load = start('load.mjs');
const sites = [];
try {
  for (const size of SIZES) {
    const startedAt = performance.now();
    sites.push(await Site.open(services, size, migrate));
    console.log(`${count(size)} products, created in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  const results = [];
  for (const { name } of sites[0].reads.filter(isAsked)) {
    results.push(...(await compare(name)));
  }
  if (values.tail) for (const result of results.filter(({ barred }) => barred)) result.tail = await tail(result);
  if (!values.only) for (const site of sites) print(await spend(site));
  verdict(results);
} finally {
  await Promise.all(sites.map((site) => site.close()));
  await stop(load);
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function isAsked({ name }) {
  return values.only.split(',').some((part) => name.includes(part));
}

/** Measures one read on every site and side in turns, so that other load on the machine affects all of them equally. */
async function compare(name) {
  const sides = sites.flatMap((site) => {
    const { requests, barred, rival } = site.reads.find((read) => read.name === name);
    const present = ['bare', ...(rival ? ['fastify'] : []), 'api'];
    return present.map((side) => ({ site, side, requests, barred, runs: [], asked: 0 }));
  });
  for (const each of sides) each.asked = (await drive(portOf(each), each.requests, WARM_UP_SECONDS)).answers;
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of sides) {
      const run = await measure(each.site[each.side], portOf(each), each.requests, each.asked);
      // The next round goes on where this one has ended, so that "not kept" repeats no request too early.
      each.asked += run.answers;
      each.runs.push(run);
    }
  }
  if (values.profile) await profile(name, sites[0]);
  return sites.map((site) => {
    const [bare, fastify, api] = ['bare', 'fastify', 'api'].map((side) =>
      sides.find((each) => each.site === site && each.side === side),
    );
    const result = {
      name,
      size: site.size,
      api: middle(api.runs),
      bare: middle(bare.runs),
      ratio: ratioOf(api, bare),
      ...(fastify && { fastify: middle(fastify.runs), rivalRatio: ratioOf(api, fastify) }),
      runs: api.runs,
      barred: api.barred,
    };
    print(result);
    return result;
  });
}

function portOf({ site, side }) {
  return site.ports[side];
}

/** The median over all rounds of the ratio of responses per second. */
function ratioOf(side, other) {
  return median(side.runs.map(({ perSecond }, round) => perSecond / other.runs[round].perSecond));
}

async function measure(child, port, requests, from = 0) {
  const [cpuBefore, postgresBefore] = [await cpuOf(child), postgresCpu(services.supervisorPid)];
  const run = await drive(port, requests, SECONDS, from);
  const [cpuAfter, postgresAfter] = [await cpuOf(child), postgresCpu(services.supervisorPid)];
  return {
    ...run,
    cpu: (cpuAfter - cpuBefore) / run.answers,
    postgres: (postgresAfter - postgresBefore) / run.answers,
  };
}

async function drive(port, requests, seconds, from = 0, rate = undefined) {
  const run = await ask(load, { port, requests, from, connections: CONNECTIONS, seconds, rate });
  if (run.failures > 0) throw new Error(`${run.failures} of ${run.answers} responses were not 200.`);
  return run;
}

/** The 99.9th percentile of both sides at half of the highest throughput of the API, in turns. */
async function tail({ name, size, api }) {
  const site = sites.find((each) => each.size === size);
  const { requests } = site.reads.find((read) => read.name === name);
  const measured = {};
  for (const side of ['bare', 'api']) {
    measured[side] = (await drive(site.ports[side], requests, TAIL_SECONDS, 0, api.perSecond / 2)).p999;
  }
  return measured;
}

/** Measures a purchase. There is no bare handler to compare with, and every purchase needs a different product. */
async function spend(site) {
  const requests = await site.purchases(8_000);
  const api = await measure(site.api, site.ports.api, requests);
  if (api.answers > requests.length) throw new Error('There are not enough products for the purchases.');
  return { name: 'generate-report (spends)', size: site.size, api };
}

async function profile(name, site) {
  await ask(site.api, ['profile']);
  await drive(site.ports.api, site.reads.find((read) => read.name === name).requests, SECONDS);
  await ask(site.api, ['profiled', join(values.profile, `${name}.cpuprofile`)]);
}

function middle(runs) {
  return Object.fromEntries(FIGURES.map((figure) => [figure, median(runs.map((run) => run[figure]))]));
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}

function count(size) {
  return size.toLocaleString('en');
}

function print({ name, size, api, bare, ratio, fastify, rivalRatio }) {
  const figures = ({ perSecond, cpu, postgres, p99 }) =>
    [
      `${perSecond.toFixed(0).padStart(6)}/s`,
      `cpu ${cpu.toFixed(0).padStart(4)} µs`,
      `pg ${postgres.toFixed(0).padStart(5)} µs`,
      `p99 ${p99.toFixed(1).padStart(5)} ms`,
    ].join('  ');
  const against = bare ? `   bare ${figures(bare)}   ratio ${ratio.toFixed(2)}` : '';
  const rival = fastify ? `   fastify ${figures(fastify)}   ratio ${rivalRatio.toFixed(2)}` : '';
  console.log(`${name.padEnd(25)} ${count(size).padStart(9)}   api ${figures(api)}${against}${rival}`);
}

function verdict(results) {
  console.log(
    `\n${cpus().length} cores, Node ${process.version}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s a side`,
  );
  const say = (isGood, line) => {
    if (!isGood) process.exitCode = 1;
    console.log(`${isGood ? 'ok  ' : 'MISS'} ${line}`);
  };
  const barred = results.filter((result) => result.barred);
  for (const { name, size, ratio } of barred) {
    say(
      ratio >= MIN_RATIO,
      `${name} at ${count(size)}: ${ratio.toFixed(2)} of the bare handler, required ${MIN_RATIO}`,
    );
  }
  for (const { name, size, rivalRatio: ratio } of results.filter((result) => result.size === SIZES[0])) {
    if (ratio === undefined) continue;
    say(
      ratio >= MIN_RIVAL_RATIO,
      `${name} at ${count(size)}: ${ratio.toFixed(2)} of the Fastify service, wanted ${MIN_RIVAL_RATIO}`,
    );
  }
  for (const { name, size, tail } of results.filter((result) => result.tail)) {
    say(
      tail.api <= MAX_TAIL_MS,
      `${name} at ${count(size)}: 999 of 1,000 within ${tail.api.toFixed(1)} ms at half the throughput (the bare handler ${tail.bare.toFixed(1)} ms), allowed ${MAX_TAIL_MS} ms`,
    );
  }
  const [small, large] = [SIZES[0], SIZES.at(-1)];
  for (const { name, runs } of barred.filter(({ size }) => size === large && large !== small)) {
    const before = barred.find((result) => result.name === name && result.size === small).runs;
    const slower = 1 - median(runs.map(({ perSecond }, round) => perSecond / before[round].perSecond));
    const percent = (share) => `${(share * 100).toFixed(0)} %`;
    say(
      slower <= MAX_SLOWDOWN,
      `${name}: ${percent(slower)} slower at ${count(large)} than at ${count(small)}, allowed ${percent(MAX_SLOWDOWN)}`,
    );
  }
}
