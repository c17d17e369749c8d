import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { JobSchedulerJson, Queue } from 'bullmq';
import { DeclaredWork, type Work } from './declared-work.js';
import { DueWork } from './due-work.js';

const CHECK_EVERY_MS = 10_000;
/** A scheduler whose next run is this late has lost its job. One whose next run is further away was written by a clock that was wrong. */
const LOST_AFTER_MS = 60_000;
const KEEP = { removeOnComplete: { age: 24 * 3_600, count: 500 }, removeOnFail: { age: 7 * 24 * 3_600, count: 500 } };

/**
 * Keeps exactly one BullMQ job scheduler in Redis for each `@OnDue` of this process. Redis may be emptied at any time, so
 * the schedulers are compared with the code every ten seconds.
 */
@Injectable()
export class DueWorkScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(DueWorkScheduler.name);
  private timer: NodeJS.Timeout | undefined;
  private check: Promise<void> | undefined;

  constructor(
    private readonly declared: DeclaredWork,
    private readonly dueWork: DueWork,
  ) {}

  /** Does not wait for Redis: the process also starts without Redis. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.checkOnce(), CHECK_EVERY_MS).unref();
    this.checkOnce();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Adds missing schedulers, repairs changed and lost ones, and removes schedulers that no method declares. */
  async register(): Promise<void> {
    for (const queue of this.dueWork.queues()) await this.registerIn(queue);
  }

  private async registerIn(queue: Queue): Promise<void> {
    const registered = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    for (const work of this.declared.all().filter((each) => each.queue === queue.name)) {
      const { name, everyMs: every } = work;
      const known = registered.get(name);
      registered.delete(name);
      if (isAlive(known, work)) continue;
      // BullMQ would keep the next run of a scheduler that it knows.
      if (known) await queue.removeJobScheduler(name);
      await queue.upsertJobScheduler(name, { every }, { name, opts: KEEP });
    }
    for (const name of registered.keys()) await queue.removeJobScheduler(name);
  }

  /** Commands wait for Redis without a timeout, so only one check runs at a time. */
  private checkOnce(): void {
    this.check ??= this.register()
      .catch((error: unknown) => this.log.warn({ error }, 'background work could not be scheduled'))
      .finally(() => (this.check = undefined));
  }
}

function isAlive(scheduler: JobSchedulerJson | undefined, { everyMs }: Work): boolean {
  const inMs = (scheduler?.next ?? 0) - Date.now();
  return scheduler?.every === everyMs && inMs > -LOST_AFTER_MS && inMs < everyMs + LOST_AFTER_MS;
}
