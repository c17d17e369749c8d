import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Registry } from 'prom-client';
import { QueueRegistry } from '#surfaces/ops/queue-registry.js';
import { DueWork } from '#platform/queues/due-work.js';
import { runCommand } from '../../support/command-line.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { until } from '../../support/until.js';

const EXAMPLE = join(import.meta.dirname, '../../../deploy/kubernetes/example');
const PASSWORD = 'correct-horse-battery';
const headers = { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}` };

describe('a worker with WORKER_QUEUES', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: { OPS_PASSWORD: PASSWORD, WORKER_QUEUES: 'pain-points' } });
  });
  afterAll(() => app.close());

  const workersOf = async (): Promise<Record<string, number>> => {
    const text = await app.get(Registry).metrics();
    const lines = [...text.matchAll(/^qualm_queue_workers\{queue="([\w-]+)"\} (\d+)/gm)];
    return Object.fromEntries(lines.map(([, queue = '', workers]) => [queue, Number(workers)]));
  };

  it('does the work of these queues', async () => {
    const id = await createReviewedProduct(app.database);
    await app.get(ReportGenerationService).generateFree(id);
    await until(() => app.database.maybeOne(`SELECT FROM runs WHERE item = $1 AND state = 'completed'`, [id]));
  });

  it('serves no other queue, which the metrics and the start page of operators show', async () => {
    const queues = [
      'unlocks',
      'pitches',
      ...app
        .get(DueWork)
        .queues()
        .map(({ name }) => name),
    ];
    const expected = { 'pain-points': 1, ...Object.fromEntries(queues.map((name) => [name, 0])) };
    // A worker of a queue that is not served connects and is closed while the process starts.
    await until(async () => isDeepStrictEqual(await workersOf(), expected));
    const page = await (await fetch(`${app.origin}/ops`, { headers })).text();
    expect(page).toContain('No worker serves unlocks, pitches, periodic');
  });

  it('leaves others without a worker, for which qualm status ends with 1', async () => {
    const { url, redisUrl, redisKeyPrefix } = app.testDatabase;
    const names = { DATABASE_URL: url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: redisKeyPrefix, PUBLIC_URL: app.origin };
    const { code, stdout } = await runCommand(['status'], { PATH: process.env.PATH, ...names });
    expect([code, stdout]).toEqual([1, expect.stringContaining('pain-points: 1 worker, 0 waiting')]);
    expect(stdout).toContain('unlocks: no worker, 0 waiting');
  });

  it('is joined by one that serves the rest', async () => {
    const rest = app
      .get(DueWork)
      .queues()
      .map(({ name }) => name);
    const other = await startTestApp({
      beside: app,
      worker: true,
      env: { WORKER_QUEUES: ['unlocks', 'pitches', ...rest].join() },
    });
    await until(async () => Object.values(await workersOf()).every((count) => count === 1));
    await other.close();
  });

  it('serves together with the others every queue in the example for Kubernetes', () => {
    const files = ['worker-reports.yaml', 'worker-rest.yaml'].map((name) => readFileSync(join(EXAMPLE, name), 'utf8'));
    const named = files.flatMap(
      (text) => /WORKER_QUEUES[^a-z]*value: (?:>-)?\s*([\w,-]+)/.exec(text)?.[1]?.split(',') ?? [],
    );
    expect(named.toSorted()).toEqual(
      app
        .get(QueueRegistry)
        .queues()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('does not start with a name of no queue', async () => {
    await expect(
      startTestApp({ beside: app, worker: true, env: { WORKER_QUEUES: 'pain-points,reports' } }),
    ).rejects.toThrow('WORKER_QUEUES names no queue with reports. The queues are detect-opportunities, ');
  });
});
