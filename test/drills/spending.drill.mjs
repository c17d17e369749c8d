import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { demandFairPurchases, isSameGood } from './fair-purchases.mjs';
import { addProduct, reviewsFrom, RunningService } from './running-service.mjs';

/**
 * `npm run drill:spending [-- --kill-after ANSWERS]`: kills every process with -9 during 200 spending calls of two teams,
 * restarts, and checks that every response that a client got is still valid, that other purchases are completed or refunded,
 * and that repeated requests end.
 */
const CALLS = 200;
const LIMIT_SECONDS = 120;
const SPENT = `kind IN ('charge', 'refund')`;

const { values } = parseArgs({ options: { 'kill-after': { type: 'string', default: '70' } } });
const outside = await startOutside();
const service = await RunningService.prepare({
  HUNTER_API_KEY: 'drill',
  HUNTER_BASE_URL: `${outside.url}/v2`,
  PITCH_ENGINE: 'llm',
  LLM_BASE_URL: `${outside.url}/v1`,
  LLM_MODEL: 'drill',
  RATE_LIMIT_SPENDING: '100000',
  PLAN_GROWTH: '500,50,100000',
  PLAN_STARTER: '500,50,100000',
  PLAN_SCALE: '500,50,100000',
  SWEEP_INTERVAL_SECONDS: '2',
});
try {
  await service.start();
  const keys = [await newTeam('One'), await newTeam('Two')];
  const balancesBefore = await balances();
  const calls = await plan(keys);
  const answers = new Map();
  let killed = false;
  const sending = calls.map(async (call, index) => {
    await wait(index * 8);
    if (killed) return;
    const answer = await service.post(call.path, call).catch(() => null);
    if (answer && !killed) answers.set(call, answer);
  });
  while (answers.size < Number(values['kill-after'])) await wait(2);
  killed = true;
  const atKill = await ends();
  console.log(`killed ${await service.killAll()} processes after ${answers.size} answers; purchases then:`, atKill);
  await Promise.all(sending);
  tally('answered before the kill', [...answers.values()]);

  const restarted = Date.now();
  await service.start();
  console.log(`ready again after ${seconds(restarted)} s`);
  while ((await one(`SELECT count(*)::int AS n FROM purchases WHERE state = 'open'`)).n > 0) {
    if (seconds(restarted) > LIMIT_SECONDS) throw new Error('Some purchases are still open.');
    await wait(250);
  }
  console.log(`every purchase ended ${seconds(restarted)} s after the restart:`, await ends());
  await demandFairPurchases(service);
  console.log('credits verify:', await service.qualm('credits', 'verify'));

  const again = await Promise.all(calls.map(async (call) => [call, await service.post(call.path, call)]));
  tally(
    'sent again',
    again.map(([, answer]) => answer),
  );
  const broken = again.filter(
    ([call, answer]) => answers.get(call)?.status === 200 && !isSameGood(answers.get(call), answer),
  );
  for (const [call, answer] of broken)
    console.error('no longer valid:', call.path, answers.get(call).body, answer.body);
  const unended = again.filter(([, { status }]) => status !== 200 && status !== 500);
  for (const [call, answer] of unended) console.error('not ended:', call.path, answer.status, answer.body);
  while ((await one(`SELECT count(*)::int AS n FROM purchases WHERE state = 'open'`)).n > 0) await wait(250);
  await demandFairPurchases(service);
  console.log('credits verify:', await service.qualm('credits', 'verify'));
  console.log('balances:', balancesBefore, '->', await balances());
  if (broken.length + unended.length > 0) throw new Error('The drill failed.');
  console.log('passed');
} finally {
  await service.stop();
  outside.close();
}

/** A shuffled list of pitches, reports, and unlocks of contacts for both teams. */
async function plan(keys) {
  const reviews = await reviewsFrom(undefined, 300);
  const opportunities = [];
  for (let number = 0; number < 30; number++) opportunities.push(await addOpportunity(number));
  const products = [];
  for (let number = 0; number < 10; number++) products.push(await addProduct(service, `Drill ${number}`, reviews));
  const calls = [];
  for (let number = 0; calls.length < CALLS; number++) {
    const key = keys[number % 2];
    const id = opportunities[(number >> 1) % opportunities.length];
    const paths = [
      [`/opportunities/${id}/unlock-contact`, { field: 'email' }],
      [`/opportunities/${id}/unlock-contact`, { field: number % 4 < 2 ? 'phone' : 'email' }],
      [`/opportunities/${id}/generate-pitch`, { channels: ['email'], features: `Feature ${number}` }],
      ...(number % 3 ? [] : [[`/products/${products[number % products.length]}/generate-report`]]),
    ];
    for (const [path, json] of paths) calls.push({ path, json, key, idempotencyKey: `drill-${calls.length}` });
  }
  return calls.slice(0, CALLS).sort(() => Math.random() - 0.5);
}

async function addOpportunity(number) {
  const [id, review] = [uuidv7(), uuidv7()];
  const product = await addProduct(service, `Reviewed ${number}`, []);
  await service.rows(
    `INSERT INTO reviews (id, product_id, platform, external_id, text, rating, published_at, reviewer_name, company_website)
     VALUES ($1, $2, 'drill', $5, 'Exports fail every week.', 2, now(), $3, $4)`,
    [review, product, `Jane Number${number}`, `https://company${number}.example.com`, review],
  );
  await service.rows(
    `INSERT INTO opportunities (id, source, review_id, product_id, frustration_tier, sentiment, has_buying_signal, pain_points,
                                rating, search_text, engine)
     VALUES ($1, 'review', $2, $3, 'high', 'negative', false, $4, 2, '', 'drill')`,
    [id, review, product, { summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' }],
  );
  return id;
}

async function newTeam(name) {
  const made = JSON.parse(
    await service.qualm('--json', 'team', 'create', '--name', name, '--plan', 'growth', '--credits', '500'),
  );
  const { key } = JSON.parse(
    await service.qualm('--json', 'key', 'create', '--team', made.team_id, '--name', name, '--spend-cap', '500'),
  );
  return key;
}

function ends() {
  return service.rows('SELECT action, state, count(*)::int FROM purchases GROUP BY 1, 2 ORDER BY 1, 2');
}

async function balances() {
  const rows = await service.rows(
    `SELECT balance, (SELECT count(*)::int FROM credit_entries entry WHERE entry.team_id = account.team_id AND ${SPENT}) AS moves
     FROM credit_accounts account JOIN teams team ON team.id = account.team_id WHERE team.name IN ('One', 'Two') ORDER BY team.name`,
  );
  return rows.map(({ balance, moves }) => `${balance} (${moves} charges and refunds)`);
}

async function one(text) {
  return (await service.rows(text))[0];
}

function tally(what, answers) {
  const counts = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  console.log(`${what}:`, counts);
}

function seconds(since) {
  return Math.round((Date.now() - since) / 100) / 10;
}

/** Starts a slow stand-in for Hunter and a language model. Hunter finds most people, misses some and fails for some. */
async function startOutside() {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://outside');
    request.resume();
    await wait(50 + Math.random() * 500);
    response.setHeader('content-type', 'application/json');
    if (url.pathname.endsWith('/chat/completions')) {
      response.end(
        JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content: `## Email ${uuidv7()}` } }] }),
      );
      return;
    }
    const who = Number(url.searchParams.get('last_name')?.replace('Number', ''));
    if (who % 10 === 9) response.writeHead(500);
    const email = who % 5 === 4 ? null : `jane${who}@company${who}.example.com`;
    response.end(JSON.stringify({ data: { email, phone_number: email && `+1 555 01${who}`, linkedin_url: null } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
