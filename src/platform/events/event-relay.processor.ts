import { Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { WAITING } from '#platform/queues/waiting.js';
import { EventRelay } from './event-relay.js';
import { EVENTS_QUEUE } from './relay.notifier.js';

/** Relays events after a notification. */
@Injectable()
@Processor(EVENTS_QUEUE, { ...WAITING, autorun: false })
export class EventRelayProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(EventRelayProcessor.name);

  constructor(private readonly relay: EventRelay) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.run().catch((error: unknown) => this.log.error({ error }, 'the event relay stopped'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }

  override process(): Promise<number> {
    return this.relay.relay();
  }
}
