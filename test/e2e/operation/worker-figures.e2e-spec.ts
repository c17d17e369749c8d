import { getQueueToken, Processor, WorkerHost } from '@nestjs/bullmq';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Job, type Queue, QueueEvents } from 'bullmq';
import { type Env, parseEnv } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { OperatorModule } from '#surfaces/ops/operator.module.js';
import { OpsWorkerModule } from '#surfaces/ops/ops.worker.module.js';
import { QueueMetrics } from '#surfaces/ops/queue.metrics.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { portForServer } from '../../support/ports.js';
import { until } from '../../support/until.js';

@Processor('sums')
class SumsProcessor extends WorkerHost {
  async process(job: Job<{ fails: boolean }>): Promise<void> {
    if (job.data.fails) throw new Error('no sum');
  }
}

@Module({
  imports: [OpsWorkerModule, OperatorModule, registerQueue('sums'), registerQueue('idle'), registerQueue('planned')],
  providers: [SumsProcessor, QueueMetrics],
})
class FiguresModule {}

describe('the port of the worker process', () => {
  let database: TestDatabase;
  let worker: INestApplicationContext;
  let origin: string;
  const figures = async () => (await fetch(`${origin}/metrics`)).text();

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await portForServer();
    origin = `http://127.0.0.1:${port}`;
    const env: Env = parseEnv({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      WORKER_PORT: String(port),
      METRICS_OPEN: 'true',
      DATABASE_URL: database.url,
      REDIS_URL: database.redisUrl,
      REDIS_KEY_PREFIX: database.redisKeyPrefix,
    });
    @Module({ imports: [PlatformModule.forRoot(env), FiguresModule] })
    class RootModule {}
    worker = await NestFactory.createApplicationContext(RootModule, { logger: false, abortOnError: false });
  });
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });

  it('reports that the worker is alive, and answers 404 for other paths', async () => {
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    const other = await fetch(`${origin}/api/v1/products`);
    expect([other.status, await other.json()]).toMatchObject([404, { success: false, error: { code: 'not_found' } }]);
  });

  it('measures job durations by queue, name and outcome', async () => {
    const queue = worker.get<Queue>(getQueueToken('sums'), { strict: false });
    const events = new QueueEvents('sums', queue.opts);
    await events.waitUntilReady();
    const [good, bad] = await Promise.all([
      queue.add('add', { fails: false }),
      queue.add('add', { fails: true }, { attempts: 2 }),
    ]);
    await good.waitUntilFinished(events);
    await expect(bad.waitUntilFinished(events)).rejects.toThrow('no sum');
    await events.close();
    const text = await figures();
    const count = (outcome: string) =>
      Number(
        text.split(`qualm_job_duration_seconds_count{queue="sums",job="add",outcome="${outcome}"} `)[1]?.split('\n')[0],
      );
    expect({ completed: count('completed'), retried: count('retried'), failed: count('failed') }).toEqual({
      completed: 1,
      retried: 1,
      failed: 1,
    });
    expect(text).toContain('qualm_job_wait_seconds_count{queue="sums",job="add"} 2');
  });

  it('leaves the planned delay of a job out of the time that it waits', async () => {
    const planned = { delay: 7_200_000, timestamp: Date.now() - 3_600_000 };
    for (const name of ['planned', 'sums']) {
      const job = await worker
        .get<Queue>(getQueueToken(name), { strict: false })
        .add('later', { fails: false }, planned);
      await job.promote();
    }
    const wait = /qualm_job_wait_seconds_sum\{queue="sums",job="later"\} ([\d.e-]+)/;
    const [, waited] = await until(async () => wait.exec(await figures()));
    const [, age] = /qualm_queue_oldest_waiting_seconds\{queue="planned"\} ([\d.]+)/.exec(await figures()) ?? [];
    expect([Number(waited) < 60, Number(age) < 60]).toEqual([true, true]);
  });

  it('shows the number of waiting jobs in each queue and the age of the oldest', async () => {
    const queue = worker.get<Queue>(getQueueToken('idle'), { strict: false });
    await queue.add('wait', {}, { timestamp: Date.now() - 90_000 });
    await queue.add('wait', {});
    const text = await figures();
    expect(text).toContain('qualm_queue_jobs{queue="idle",state="waiting"} 2');
    const [, age] = /qualm_queue_oldest_waiting_seconds\{queue="idle"\} ([\d.]+)/.exec(text) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(90);
    expect(text).toContain('qualm_queues_up 1');
  });
});
