import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { EventHandlers } from './event-handlers.js';
import { EventRelay } from './event-relay.js';
import { EventRelayProcessor } from './event-relay.processor.js';
import { EventsQueries } from './events.queries.js';
import { EVENTS_QUEUE } from './relay.notifier.js';

/** Delivers events to the methods that declare `@HandlesEvent`, in the worker only. */
@Module({
  imports: [BullModule.registerQueue({ name: EVENTS_QUEUE })],
  providers: [EventHandlers, EventRelay, EventRelayProcessor, EventsQueries],
})
export class EventsWorkerModule {}
