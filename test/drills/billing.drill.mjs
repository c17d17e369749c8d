import { setTimeout as wait } from 'node:timers/promises';
import { TestStripe } from '../support/stand-ins/stripe.ts';
import { buyerOf, demandBought } from './buyers.mjs';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:billing`: teams buy plans and packs from a Stripe that fails, hangs and answers late by chance. Each event comes
 * twice, in any order, while the worker is killed with -9 every second and once every process. Checks that each team has
 * exactly what it paid for.
 */
const TEAMS = 60;
const KILL_EVERY_MS = 1_000;
const KILLS = 12;
const LIMIT_SECONDS = 300;
const OPEN = `SELECT count(*)::int AS open FROM billing_events WHERE state IN ('queued', 'running')`;

const stripe = await TestStripe.start();
const service = await RunningService.prepare({ ...stripe.env, LOG_LEVEL: 'fatal' });
try {
  await service.start();
  const teams = [];
  for (let number = 0; number < TEAMS; number++) teams.push(await buyerOf(service, stripe, number));
  stripe.intercept = byChance;
  const events = shuffled(teams.flatMap(({ events }) => [...events, ...events]));
  const began = Date.now();
  const kills = { worker: 0, refused: 0 };
  const total = events.length;
  const last = events.splice(0, events.length / 2);
  await Promise.all([killWorkers(kills), deliver(events, kills)]);
  console.log(`killed ${await service.killAll()} processes at once`);
  await service.start();
  await deliver(last, kills);
  await settled(began);
  stripe.intercept = () => false;
  const retried = await service.qualm('billing', 'retry', '--all');
  await settled(began);
  console.log(
    `${total} events, ${kills.refused} refused and sent again, worker killed ${kills.worker} times; ${retried}`,
  );
  console.log(
    'looks:',
    await service.rows(`SELECT outcome, count(*), max(attempts) AS attempts FROM billing_events GROUP BY 1`),
  );
  for (const team of teams) await demandBought(service, team);
  console.log('credits verify:', await service.qualm('credits', 'verify'));
  console.log(`passed after ${Math.round((Date.now() - began) / 1_000)} s`);
} finally {
  await service.stop();
  await stripe.close();
}

/** Sends events, eight at a time. */
async function deliver(events, kills) {
  await Promise.all(Array.from({ length: 8 }, () => deliverAll(events, kills)));
}

/** Sends events as Stripe does: again until it gets a 200. */
async function deliverAll(events, kills) {
  for (let event = events.pop(); event; event = events.pop()) {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(body) };
    const answer = await fetch(`${service.baseUrl}/billing/stripe/webhook`, { method: 'POST', body, headers }).catch(
      () => null,
    );
    if (answer?.status === 200) continue;
    kills.refused++;
    events.push(event);
    await wait(50);
  }
}

async function killWorkers(kills) {
  for (; kills.worker < KILLS; kills.worker++) {
    await wait(KILL_EVERY_MS);
    service.killProcess('worker.js');
  }
}

/** Waits until a worker has looked at all events. The pauses between attempts are left out. */
async function settled(began) {
  for (;;) {
    await service.rows(`UPDATE billing_events SET next_attempt_at = now() WHERE state = 'queued'`);
    const [{ open }] = await service.rows(OPEN);
    if (open === 0) return;
    if (Date.now() - began > LIMIT_SECONDS * 1_000) throw new Error(`${open} events still wait`);
    await wait(500);
  }
}

function byChance(request, response) {
  const chance = Math.random();
  if (chance < 0.15) response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  // A hang: the client gives up.
  return chance < 0.2;
}

function shuffled(items) {
  const mixed = items.map((item) => ({ item, at: Math.random() })).sort((one, other) => one.at - other.at);
  return mixed.map(({ item }) => item);
}
