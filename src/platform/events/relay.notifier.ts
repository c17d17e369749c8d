import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DueWorkNotifier } from '#platform/queues/due-work.notifier.js';

export const EVENTS_QUEUE = 'events';

/** Notifies a worker of new deliveries. */
@Injectable()
export class RelayNotifier extends DueWorkNotifier {
  constructor(@InjectQueue(EVENTS_QUEUE) queue: Queue) {
    super(queue, 'relay-events');
  }
}
