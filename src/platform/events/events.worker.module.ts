import { Module } from '@nestjs/common';
import { EventHandlers } from './event-handlers.js';
import { EventRelay } from './event-relay.js';
import { EventsQueries } from './events.queries.js';

/** Delivers events to the methods that declare `@HandlesEvent`, in the worker only. */
@Module({ providers: [EventHandlers, EventRelay, EventsQueries] })
export class EventsWorkerModule {}
