import { Module } from '@nestjs/common';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { EventHandlers } from './event-handlers.js';
import { EventRelay } from './event-relay.js';
import { EventRelayProcessor } from './event-relay.processor.js';
import { EventsQueries } from './events.queries.js';
import { EVENTS_QUEUE } from './relay.notifier.js';

/** Delivers events to the methods that declare `@HandlesEvent`, in the worker only. */
@Module({
  imports: [registerQueue(EVENTS_QUEUE)],
  providers: [EventHandlers, EventRelay, EventRelayProcessor, EventsQueries],
})
export class EventsWorkerModule {}
