import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';

export const EVENTS_QUEUE = 'events';

const RELAY = 'relay-events';

/** Notifies a worker of new deliveries. A notification may be lost: the relay also polls. */
@Injectable()
export class RelayNotifier {
  private readonly log = new Logger(RelayNotifier.name);
  private isAdding = false;
  private isAskedAgain = false;

  constructor(@InjectQueue(EVENTS_QUEUE) private readonly queue: Queue) {}

  /** Returns immediately. Notifications that arrive while a job is being added are merged. */
  notify(): void {
    this.isAskedAgain = this.isAdding;
    if (this.isAdding) return;
    this.isAdding = true;
    this.add()
      .catch((error: unknown) => this.log.debug({ error }, 'the event relay could not be notified'))
      .finally(() => {
        this.isAdding = false;
        if (this.isAskedAgain) this.notify();
      });
  }

  /** At most one job waits: a second one would find no work. */
  private async add(): Promise<void> {
    const deduplication = { id: RELAY, keepLastIfActive: true };
    await this.queue.add(RELAY, {}, { deduplication, removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } });
  }
}
