import { Logger } from '@nestjs/common';

/** Runs a task again and again, the next round `everyMs` after the last one ended; a round that fails is logged. */
export class RecurringTask {
  private readonly log = new Logger(RecurringTask.name);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private round: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly task: () => Promise<unknown>,
  ) {}

  /** Begins with a round at once. */
  start(): void {
    this.round = this.task()
      .catch((error: unknown) => this.log.error({ error }, `${this.name} failed`))
      .then(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.start(), this.everyMs);
      });
  }

  /** Ends with the round under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }
}
