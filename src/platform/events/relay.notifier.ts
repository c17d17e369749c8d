import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DueWorkNotifier } from '#platform/queues/due-work.notifier.js';

export const EVENTS_QUEUE = 'events';

/** Notifies a worker of new events. */
@Injectable()
export class RelayNotifier extends DueWorkNotifier {
  constructor(@InjectQueue(EVENTS_QUEUE) queue: Queue) {
    super(queue, 'relay-events');
  }
}

/** How long an event waits for further ones, if its handler receives several at once. */
export const WAIT_MS = 1_000;

/** Notifies a worker of deliveries that wait for further events, at the end of the wait. */
@Injectable()
export class WaitNotifier extends DueWorkNotifier {
  constructor(@InjectQueue(EVENTS_QUEUE) queue: Queue) {
    super(queue, 'relay-waiting-events', WAIT_MS);
  }
}
