import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { WAITING } from '#platform/queues/waiting.js';
import { WebhookDispatcher } from './webhook.dispatcher.js';
import { WEBHOOKS_QUEUE } from './webhook.notifier.js';

/** Looks for due deliveries after a notification. */
@Injectable()
@Processor(WEBHOOKS_QUEUE, WAITING)
export class WebhooksProcessor extends WorkerHost {
  constructor(private readonly dispatcher: WebhookDispatcher) {
    super();
  }

  override process(): Promise<number> {
    return this.dispatcher.dispatch();
  }
}
