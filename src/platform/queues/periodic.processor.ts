import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { Counter, Registry } from 'prom-client';
import { PERIODIC_QUEUE } from './periodic.scheduler.js';
import { PeriodicTasks } from './periodic.tasks.js';

/** After a worker dies, the next run may start once the lock of its job has expired and BullMQ has checked the lock. */
const LOCK_MS = 15_000;

const OUTCOMES = ['completed', 'failed', 'skipped'] as const;

/** Runs periodic tasks when their jobs arrive. */
@Injectable()
@Processor(PERIODIC_QUEUE, { autorun: false, concurrency: 10, lockDuration: LOCK_MS, stalledInterval: LOCK_MS })
export class PeriodicProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(PeriodicProcessor.name);
  private readonly runs: Counter<'name' | 'outcome'>;

  constructor(
    private readonly tasks: PeriodicTasks,
    @InjectQueue(PERIODIC_QUEUE) private readonly queue: Queue,
    registry: Registry,
  ) {
    super();
    this.runs = new Counter({
      name: 'qualm_periodic_runs_total',
      help: 'Runs of periodic work by name and outcome (completed, failed, skipped because one was still running)',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    });
  }

  /** Every series exists from the start, so that the first failure is an increase. */
  onApplicationBootstrap(): void {
    for (const { name } of this.tasks.all()) for (const outcome of OUTCOMES) this.runs.inc({ name, outcome }, 0);
    this.worker.run().catch((error: unknown) => this.log.error({ error }, 'periodic work stopped'));
  }

  /** Waits for active runs before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }

  /** @returns the result of the task, or the reason why it did not run. */
  override async process(job: Job): Promise<unknown> {
    const { name } = job;
    const task = this.tasks.find(name);
    if (!task) return 'not declared by this version';
    if (await this.isRunning(job)) {
      this.runs.inc({ name, outcome: 'skipped' });
      return 'skipped: still running';
    }
    try {
      const result = await task.run();
      this.runs.inc({ name, outcome: 'completed' });
      return result;
    } catch (error) {
      this.runs.inc({ name, outcome: 'failed' });
      this.log.error({ error }, `${name} failed`);
      throw error;
    }
  }

  /** Redis lists active jobs in the order in which they started, so of two runs the first continues. */
  private async isRunning(job: Job): Promise<boolean> {
    const first = (await this.queue.getActive()).find((active) => active.name === job.name);
    return first !== undefined && first.id !== job.id;
  }
}
