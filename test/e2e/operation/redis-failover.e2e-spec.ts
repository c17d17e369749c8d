import { setTimeout as wait } from 'node:timers/promises';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { runCommand } from '../../support/command-line.js';
import {
  describeWithRedis,
  type RedisServers,
  startRedis,
  startRedisCluster,
  startSentinels,
} from '../../support/servers/redis-servers.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';
import { until } from '../../support/until.js';

const OPERATOR = 'password-of-operators';
/** The time after which a paused server goes on. */
const PAUSE_MS = 2_500;

interface Buyer {
  teamId: string;
  key: string;
}

const startService = ({ url }: RedisServers): Promise<TestApp> =>
  startTestApp({ worker: true, env: { REDIS_URL: url, SWEEP_INTERVAL_SECONDS: '1', OPS_PASSWORD: OPERATOR } });

const newBuyer = (app: TestApp): Promise<Buyer> => createKey(app, { credits: 1_000, spendCap: 1_000 });

/** Reads and buys reports of new products until `failure` is over and three more are bought. @returns the number bought */
async function sellDuring(app: TestApp, { key }: Buyer, failure: () => Promise<unknown>): Promise<number> {
  let [bought, after, isOver] = [0, 0, false];
  const over = failure().finally(() => (isOver = true));
  while (after < 3) {
    const id = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    expect((await call(app, 'GET', `/products/${id}/competitors`, { key })).status).toBe(200);
    const { status, body } = await call(app, 'POST', `/products/${id}/generate-report`, { key });
    // Without rate limits or a queue nothing is sold.
    if (status !== 200) expect(body.error?.message).toContain('no credit was charged');
    else bought++;
    if (isOver && status === 200) after++;
  }
  await over;
  return bought;
}

/** Waits until no report is open. @returns the reports that are completed, and the credits that were taken and not given back */
async function outcomeFor(app: TestApp, { teamId }: Buyer): Promise<{ completed: number; taken: number }> {
  const count = (condition: string) =>
    app.database.one<{ found: number }>(
      `SELECT count(*) AS found FROM runs run JOIN purchases purchase ON purchase.id = run.purchase_id
       WHERE purchase.team_id = $1 AND ${condition}`,
      [teamId],
    );
  await until(async () => (await count(`run.state IN ('queued', 'running')`)).found === 0);
  return {
    completed: (await count(`run.state = 'completed'`)).found,
    taken: (await count(`purchase.state = 'settled'`)).found,
  };
}

async function sellsEachReportOnce(app: TestApp, failure: () => Promise<unknown>): Promise<void> {
  const buyer = await newBuyer(app);
  const bought = await sellDuring(app, buyer, failure);
  expect(await outcomeFor(app, buyer)).toEqual({ completed: bought, taken: bought });
}

const atOps = (app: TestApp, path: string): Promise<string> =>
  fetch(`${app.origin}${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`ops:${OPERATOR}`).toString('base64')}` },
  }).then((answer) => answer.text());

describeWithRedis('on a cluster of Redis', () => {
  let cluster: RedisServers;
  let app: TestApp;

  beforeAll(async () => {
    cluster = await startRedisCluster();
    app = await startService(cluster);
    const buyer = await newBuyer(app);
    await sellDuring(app, buyer, () => Promise.resolve());
    await outcomeFor(app, buyer);
  });
  afterAll(async () => {
    await app.close();
    await cluster.stop();
  });

  it('the queues are spread over the nodes', async () => {
    const counts = await Promise.all(
      cluster.servers.slice(0, 3).map(async ({ client }) => (await client.keys('*-queues-*:meta')).length),
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('the windows of callers are spread over the nodes', async () => {
    for (let host = 1; host <= 40; host++) {
      await fetch(`${app.baseUrl}/products`, { headers: { authorization: `Bearer ${(await newBuyer(app)).key}` } });
    }
    const counts = await Promise.all(
      cluster.servers.slice(0, 3).map(async ({ client }) => (await client.keys('*rate:*')).length),
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('the metrics hold the figures of every queue', async () => {
    const text = await atOps(app, '/metrics');
    expect(text).toContain('qualm_queues_up 1');
    expect(text).toMatch(/qualm_queue_jobs\{queue="pain-points",state="waiting"\} \d/);
  });

  it('the board lists the queues with their counts', async () => {
    const { queues } = JSON.parse(await atOps(app, '/ops/queues/api/queues')) as {
      queues: { name: string; counts: { completed: number } }[];
    };
    expect(queues.find(({ name }) => name === 'pain-points')?.counts.completed).toBeGreaterThan(0);
  });

  it('qualm status reads the queues of all nodes', async () => {
    const { stdout } = await runCommand(['status', '--json'], {
      PATH: process.env.PATH,
      DATABASE_URL: app.testDatabase.url,
      REDIS_URL: cluster.url,
      REDIS_KEY_PREFIX: app.testDatabase.redisKeyPrefix,
      PUBLIC_URL: app.origin,
    });
    const { redis, workers, queues } = JSON.parse(stdout) as { redis: object; workers: number; queues: object[] };
    expect([redis, workers]).toEqual([{ state: 'up', version: expect.any(String) }, 1]);
    expect(queues).toContainEqual(expect.objectContaining({ queue: 'pain-points' }));
  });

  it('every report is sold once while a replica takes the place of a killed primary', () =>
    sellsEachReportOnce(app, () => cluster.failOver()));
});

describeWithRedis('on Redis with Sentinels', () => {
  let sentinels: RedisServers;
  let app: TestApp;

  beforeAll(async () => {
    sentinels = await startSentinels();
    app = await startService(sentinels);
  });
  afterAll(async () => {
    await app.close();
    await sentinels.stop();
  });

  it('every report is sold once while a replica takes the place of a killed primary', () =>
    sellsEachReportOnce(app, () => sentinels.failOver()));
});

describeWithRedis('on one Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let app: TestApp;

  beforeAll(async () => {
    redis = await startRedis();
    app = await startService(redis);
  });
  afterAll(async () => {
    await app.close();
    await redis.stop();
  });

  it('every report is sold once while Redis is emptied', () =>
    sellsEachReportOnce(app, () => redis.servers[0]!.client.flushall()));

  it('every report is sold once while Redis is paused', () =>
    sellsEachReportOnce(app, async () => {
      const { process } = redis.servers[0]!;
      process.kill('SIGSTOP');
      await wait(PAUSE_MS);
      process.kill('SIGCONT');
    }));

  it('every report is sold once while Redis is killed and started again without its data', () =>
    sellsEachReportOnce(app, () => redis.restart()));
});
