import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Gauge, Registry } from 'prom-client';
import { countsOf } from '#platform/queues/queue.counts.js';
import { QueueRegistry } from './queue-registry.js';
import { oldestSecondsOf } from './waited-seconds.js';

/** Queue commands wait for Redis without a limit. A scrape gives up after this time. */
const TIMEOUT_MS = 2_000;

/** The number of jobs in each queue and the age of the oldest waiting job, read from Redis at each scrape. */
@Injectable()
export class QueueMetrics {
  private readonly depth: Gauge<'queue' | 'state'>;
  private readonly oldest: Gauge<'queue'>;
  private readonly workers: Gauge<'queue'>;
  private readonly up: Gauge;
  private measuring: Promise<void> | undefined;

  constructor(
    registry: Registry,
    private readonly queues: QueueRegistry,
  ) {
    // The metrics of one scrape share one measurement.
    const shared = { registers: [registry], collect: () => this.measureOnce() };
    this.depth = new Gauge({
      ...shared,
      name: 'qualm_queue_jobs',
      help: 'Jobs in a queue by state',
      labelNames: ['queue', 'state'],
    });
    this.oldest = new Gauge({
      ...shared,
      name: 'qualm_queue_oldest_waiting_seconds',
      help: 'How long the oldest waiting job has waited since it was due, 0 when no job waits',
      labelNames: ['queue'],
    });
    this.workers = new Gauge({
      ...shared,
      name: 'qualm_queue_workers',
      help: 'Workers that serve a queue. Without one, its work waits',
      labelNames: ['queue'],
    });
    this.up = new Gauge({
      ...shared,
      name: 'qualm_queues_up',
      help: '1 when the queue metrics could be read from Redis, else 0',
    });
  }

  private measureOnce(): Promise<void> {
    this.measuring ??= this.measureAll().finally(() => (this.measuring = undefined));
    return this.measuring;
  }

  private async measureAll(): Promise<void> {
    this.depth.reset();
    this.oldest.reset();
    const measured = Promise.all(this.queues.queues().map((queue) => this.measure(queue)));
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS).unref());
    this.up.set(
      await Promise.race([measured, timeout]).then(
        () => 1,
        () => 0,
      ),
    );
  }

  private async measure(queue: Queue): Promise<void> {
    const [{ workers, ...counts }, oldest] = await Promise.all([countsOf(queue), oldestSecondsOf(queue)]);
    this.workers.set({ queue: queue.name }, workers);
    for (const [state, count] of Object.entries(counts)) this.depth.set({ queue: queue.name, state }, count);
    this.oldest.set({ queue: queue.name }, oldest);
  }
}
