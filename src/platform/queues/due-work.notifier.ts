import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';

/** Notifies a worker that rows are due. A notification may be lost, so the same work is also periodic. */
export class DueWorkNotifier {
  private readonly log = new Logger(DueWorkNotifier.name);
  private isAdding = false;
  private isAskedAgain = false;

  /** @param delayMs how long a job waits for further work, so that it can do all work together */
  constructor(
    private readonly queue: Queue,
    private readonly job: string,
    private readonly delayMs = 0,
  ) {}

  /** Returns immediately. Notifications that arrive while a job is being added are merged. */
  notify(): void {
    this.isAskedAgain = this.isAdding;
    if (this.isAdding) return;
    this.isAdding = true;
    this.add()
      .catch((error: unknown) => this.log.debug({ error, job: this.job }, 'a worker could not be notified'))
      .finally(() => {
        this.isAdding = false;
        if (this.isAskedAgain) this.notify();
      });
  }

  /** At most one job waits, because a second one would find no work. */
  private async add(): Promise<void> {
    const deduplication = { id: this.job, keepLastIfActive: true };
    await this.queue.add(
      this.job,
      {},
      { deduplication, delay: this.delayMs, removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } },
    );
  }
}
