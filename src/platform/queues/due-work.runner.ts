import { setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Job, Worker } from 'bullmq';
import { Counter, Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { withLogFields } from '#platform/logging/log.fields.js';
import { DeclaredWork, type Work } from './declared-work.js';
import { DueWork, PERIODIC_QUEUE } from './due-work.js';
import { runOrExit, serves, WAITING, workerOf } from './queue.connections.js';

/** After a worker dies, the next round may start once the lock of its job has expired and BullMQ has checked the lock. */
const LOCK_MS = 15_000;
const LOCK = { lockDuration: LOCK_MS, stalledInterval: LOCK_MS };
const PERIODIC_AT_ONCE = 10;

const OUTCOMES = ['completed', 'failed', 'skipped'] as const;

/** Runs background work when its jobs arrive: a worker for each notified work, and one for all other. Leaves out queues that
 * WORKER_QUEUES does not name. */
@Injectable()
export class DueWorkRunner implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  workers: Worker[] = [];
  private readonly log = new Logger(DueWorkRunner.name);
  private readonly runs: Counter<'name' | 'outcome'>;

  constructor(
    private readonly declared: DeclaredWork,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
    registry: Registry,
  ) {
    this.runs = new Counter({
      name: 'qualm_periodic_runs_total',
      help: 'Rounds of background work by name and outcome (completed, failed, skipped because one was still running)',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    const places = new Map([[PERIODIC_QUEUE, PERIODIC_AT_ONCE]]);
    for (const { queue, isNotified, atOnce } of this.declared.all()) if (isNotified) places.set(queue, atOnce);
    const served = [...places].filter(([name]) => serves(this.env, name));
    this.workers = served.map(([name, concurrency]) => {
      const options = name === PERIODIC_QUEUE ? LOCK : { ...LOCK, ...WAITING };
      return workerOf(this.dueWork.queue(name), (job) => this.process(job), { ...options, concurrency });
    });
  }

  /** Every series exists from the start, so that the first failure is an increase. */
  onApplicationBootstrap(): void {
    for (const { name } of this.declared.all()) for (const outcome of OUTCOMES) this.runs.inc({ name, outcome }, 0);
    for (const worker of this.workers) runOrExit(worker, this.log);
  }

  /** Begins no more rounds, before other providers end those that are active. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.pause(true)));
  }

  /** Waits for active rounds before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  /** @returns the result of the round, or the reason why there was none */
  private async process(job: Job): Promise<unknown> {
    const { name } = job;
    const work = this.declared.find(name);
    if (!work) return 'not declared by this version';
    if (work.isNotified) await this.merge(work, job);
    else if (await this.isRunning(job)) {
      this.runs.inc({ name, outcome: 'skipped' });
      return 'skipped: still running';
    }
    try {
      const result = await withLogFields({ job_id: job.id }, work.run);
      this.runs.inc({ name, outcome: 'completed' });
      if (work.isNotified && result === true) this.dueWork.notify(name);
      return result;
    } catch (error) {
      this.runs.inc({ name, outcome: 'failed' });
      this.log.error({ error }, `${name} failed`);
      throw error;
    }
  }

  /** From here on a notification starts another round, which may be that of another worker. */
  private async merge({ mergeMs }: Work, job: Job): Promise<void> {
    if (mergeMs > 0) await wait(mergeMs);
    await job.removeDeduplicationKey();
  }

  /** Redis lists active jobs in the order in which they started, so of two rounds the first continues. */
  private async isRunning({ name, id }: Job): Promise<boolean> {
    const first = (await this.dueWork.queue(PERIODIC_QUEUE).getActive()).find((active) => active.name === name);
    return first !== undefined && first.id !== id;
  }
}
