import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { addProduct, reviewsFrom, RunningService } from './running-service.mjs';

/**
 * `npm run drill:kill [-- --reviews-file FILE]`: kills every process with -9 while 20 reports are generated, restarts,
 * and checks that within two minutes each report is completed and charged, or failed and refunded.
 */
const GENERATIONS = 20;
const REVIEWS = 3_000;
const LIMIT_SECONDS = 120;
/** The demo team has a shadow team with credits of its own. */
const LIVE_BALANCE = `SELECT balance FROM credit_accounts JOIN teams ON teams.id = team_id WHERE live_team_id IS NULL`;
/** The first start makes reports of the sample that nobody pays for. */
const BOUGHT = 'purchase_id IS NOT NULL';
const OPEN = `state IN ('queued', 'running')`;

const { values } = parseArgs({ options: { 'reviews-file': { type: 'string' } } });
const reviews = await reviewsFrom(values['reviews-file'], REVIEWS);
const service = await RunningService.prepare();
try {
  await service.start();
  const [{ balance: before }] = await service.rows(LIVE_BALANCE);
  const ids = [];
  for (let number = 1; number <= GENERATIONS; number++) ids.push(await addProduct(service, `Drill ${number}`, reviews));
  const answers = await Promise.all(ids.map((id) => service.post(`/products/${id}/generate-report`)));
  const started = answers.filter(({ status, body }) => status === 200 && !body.data.already_in_progress).length;
  if (started !== GENERATIONS) throw new Error(`Only ${started} of ${GENERATIONS} generations were started.`);
  while ((await count(`state = 'running' AND progress > 0`)) === 0) await wait(20);
  const [atKill] = await service.rows(
    `SELECT json_object_agg(state, count) AS states FROM (SELECT state, count(*) FROM runs WHERE ${BOUGHT} GROUP BY 1)`,
  );
  console.log(`killed ${await service.killAll()} processes; runs at that moment:`, atKill.states);

  const restarted = Date.now();
  await service.start();
  const ready = seconds(restarted);
  while ((await count(OPEN)) > 0) {
    if (seconds(restarted) > LIMIT_SECONDS) throw new Error(`${await count(OPEN)} runs are still open.`);
    await wait(500);
  }
  console.log(`ready again after ${ready} s, all runs ended after ${seconds(restarted)} s`);
  await judge(before);
} finally {
  await service.stop();
}

/** Checks that every run has ended, that its charge or refund matches, and that the balance is right. */
async function judge(before) {
  const ends = await service.rows(
    `SELECT run.state, purchase.state AS purchase, count(*) FROM runs run
     JOIN purchases purchase ON purchase.id = run.purchase_id GROUP BY 1, 2`,
  );
  console.log('ends:', ends);
  const fair = { completed: 'settled', failed: 'refunded' };
  const [{ balance }] = await service.rows(LIVE_BALANCE);
  const completed = await count(`state = 'completed'`);
  const isFair = ends.every(({ state, purchase }) => fair[state] === purchase) && balance === before - completed;
  console.log(
    `completed ${completed}, failed and refunded ${GENERATIONS - completed}, balance ${before} -> ${balance}`,
  );
  console.log('credits verify:', await service.qualm('credits', 'verify'));
  if (!isFair) throw new Error('The state of a run does not match its charge or refund.');
}

async function count(condition) {
  const [{ count }] = await service.rows(`SELECT count(*)::int AS count FROM runs WHERE ${BOUGHT} AND ${condition}`);
  return count;
}

function seconds(since) {
  return Math.round((Date.now() - since) / 100) / 10;
}
