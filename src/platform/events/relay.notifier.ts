import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';

export const EVENTS_QUEUE = 'events';

const RELAY = 'relay-events';

/** Tells a worker that there is something to deliver. A notification may be lost: the relay also looks by itself. */
@Injectable()
export class RelayNotifier {
  private readonly log = new Logger(RelayNotifier.name);
  private isAdding = false;
  private isAskedAgain = false;

  constructor(@InjectQueue(EVENTS_QUEUE) private readonly queue: Queue) {}

  /** Returns at once. Notifications that come while one is on its way become one. */
  notify(): void {
    this.isAskedAgain = this.isAdding;
    if (this.isAdding) return;
    this.isAdding = true;
    this.add()
      .catch((error: unknown) => this.log.debug({ error }, 'the relay was not notified'))
      .finally(() => {
        this.isAdding = false;
        if (this.isAskedAgain) this.notify();
      });
  }

  /** One job waits at most: a second one would find nothing left to do. */
  private async add(): Promise<void> {
    const deduplication = { id: RELAY, keepLastIfActive: true };
    await this.queue.add(RELAY, {}, { deduplication, removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } });
  }
}
