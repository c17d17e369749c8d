import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Gauge, Registry } from 'prom-client';
import { QueueRegistry } from './queue-registry.js';

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;
/** Queue commands wait for Redis for ever; a scrape does not. */
const PATIENCE_MS = 2_000;

/** How much waits in each queue, and for how long: asked of Redis when somebody looks. */
@Injectable()
export class QueueMetrics {
  private readonly depth: Gauge<'queue' | 'state'>;
  private readonly oldest: Gauge<'queue'>;
  private readonly up: Gauge;
  private looking: Promise<void> | undefined;

  constructor(
    registry: Registry,
    private readonly queues: QueueRegistry,
  ) {
    // Three figures of one scrape share one look.
    const shared = { registers: [registry], collect: () => this.look() };
    this.depth = new Gauge({
      ...shared,
      name: 'qualm_queue_jobs',
      help: 'Jobs in a queue by state',
      labelNames: ['queue', 'state'],
    });
    this.oldest = new Gauge({
      ...shared,
      name: 'qualm_queue_oldest_waiting_seconds',
      help: 'Age of the job that has waited longest, 0 when none waits',
      labelNames: ['queue'],
    });
    this.up = new Gauge({
      ...shared,
      name: 'qualm_queues_up',
      help: '1 when the queues could be asked for the figures beside this one',
    });
  }

  private look(): Promise<void> {
    this.looking ??= this.measureAll().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async measureAll(): Promise<void> {
    this.depth.reset();
    this.oldest.reset();
    const asked = Promise.all(this.queues.queues().map((queue) => this.measure(queue)));
    const patience = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS).unref());
    this.up.set(
      await Promise.race([asked, patience]).then(
        () => 1,
        () => 0,
      ),
    );
  }

  private async measure(queue: Queue): Promise<void> {
    const [counts, [oldest]] = await Promise.all([
      queue.getJobCounts(...STATES),
      queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
    ]);
    for (const state of STATES) this.depth.set({ queue: queue.name, state }, counts[state] ?? 0);
    this.oldest.set({ queue: queue.name }, oldest ? (Date.now() - oldest.timestamp) / 1_000 : 0);
  }
}
