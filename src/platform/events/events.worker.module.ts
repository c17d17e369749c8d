import { Global, Module } from '@nestjs/common';
import { EventRelay } from './event-relay.js';

/** The relay, in the worker only. */
@Global()
@Module({ providers: [EventRelay], exports: [EventRelay] })
export class EventsWorkerModule {}
