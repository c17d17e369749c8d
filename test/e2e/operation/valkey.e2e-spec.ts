import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let redis: Redis;

beforeAll(async () => {
  database = await createTestDatabase();
  redis = new Redis(database.redisUrl, { keyPrefix: `${database.redisKeyPrefix}:` });
});

afterAll(async () => {
  redis.disconnect();
  await database.drop();
});

describe('the Valkey of the tests', () => {
  it('delivers BullMQ jobs and their results, also of a delayed job', async () => {
    const options = {
      connection: { url: database.redisUrl, maxRetriesPerRequest: null },
      prefix: database.redisKeyPrefix,
    };
    const queue = new Queue('sums', options);
    const worker = new Worker<{ n: number }, number>('sums', async (job) => job.data.n * 2, {
      ...options,
      concurrency: 5,
    });
    const events = new QueueEvents('sums', options);
    await events.waitUntilReady();
    const jobs = await queue.addBulk(
      [1, 2, 3].map((n) => ({ name: 'double', data: { n }, opts: n === 3 ? { delay: 50 } : {} })),
    );
    const results = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
    await Promise.all([worker.close(), events.close()]);
    await queue.close();
    expect(results).toEqual([2, 4, 6]);
  });

  it('returns large values intact to many concurrent readers', async () => {
    const value = 'wide load '.repeat(500_000);
    await redis.set('large', value);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => redis.duplicate()).map(async (client) => {
        const answer = await client.get('large');
        client.disconnect();
        return answer;
      }),
    );
    await redis.del('large');
    expect(answers.every((answer) => answer === value)).toBe(true);
  });

  it('ends a blocking read at its timeout', async () => {
    expect(await redis.blpop('nothing-here', 0.1)).toBeNull();
  });

  it('survives an error in a script', async () => {
    await expect(redis.eval("return redis.call('no-such-command')", 0)).rejects.toThrow();
    expect(await redis.eval('return 7', 0)).toBe(7);
  });
});
