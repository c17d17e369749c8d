import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DueWorkNotifier } from '#platform/queues/due-work.notifier.js';

export const WEBHOOKS_QUEUE = 'webhooks';

/** Notifies a worker of due deliveries. */
@Injectable()
export class WebhookNotifier extends DueWorkNotifier {
  constructor(@InjectQueue(WEBHOOKS_QUEUE) queue: Queue) {
    super(queue, 'send-webhooks');
  }
}
