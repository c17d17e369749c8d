import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { JobSchedulerJson, Queue } from 'bullmq';
import { type PeriodicTask, PeriodicTasks } from './periodic.tasks.js';

export const PERIODIC_QUEUE = 'periodic';

const CHECK_EVERY_MS = 10_000;
/** A scheduler whose next run is this late has lost its job. */
const LOST_AFTER_MS = 60_000;
const KEEP = { removeOnComplete: { age: 24 * 3_600, count: 500 }, removeOnFail: { age: 7 * 24 * 3_600, count: 500 } };

/**
 * Keeps exactly one BullMQ job scheduler in Redis for each periodic task of this process. Redis may be emptied at any
 * time, so the schedulers are compared with the code every ten seconds.
 */
@Injectable()
export class PeriodicScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(PeriodicScheduler.name);
  private timer: NodeJS.Timeout | undefined;
  private check: Promise<void> | undefined;

  constructor(
    private readonly tasks: PeriodicTasks,
    @InjectQueue(PERIODIC_QUEUE) private readonly queue: Queue,
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
    const registered = new Map((await this.queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    for (const task of this.tasks.all()) {
      if (!isAlive(registered.get(task.name), task)) await this.upsert(task);
      registered.delete(task.name);
    }
    for (const name of registered.keys()) await this.queue.removeJobScheduler(name);
  }

  private async upsert({ name, everyMs }: PeriodicTask): Promise<void> {
    await this.queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: KEEP });
  }

  /** Commands wait for Redis without a timeout, so only one check runs at a time. */
  private checkOnce(): void {
    this.check ??= this.register()
      .catch((error: unknown) => this.log.warn({ error }, 'periodic tasks could not be registered'))
      .finally(() => (this.check = undefined));
  }
}

function isAlive(scheduler: JobSchedulerJson | undefined, { everyMs }: PeriodicTask): boolean {
  return scheduler?.every === everyMs && (scheduler.next ?? 0) > Date.now() - LOST_AFTER_MS;
}
