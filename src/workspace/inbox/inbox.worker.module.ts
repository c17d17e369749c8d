import { Module } from '@nestjs/common';
import { TeamEventsWorkerModule } from '#accounts/events/team-events.worker.module.js';
import { InboxModule } from './inbox.module.js';
import { InboxQueries } from './inbox.queries.js';
import { InboxSubscriber } from './inbox.subscriber.js';

/** Puts events into the inbox, in the worker only. */
@Module({ imports: [InboxModule, TeamEventsWorkerModule], providers: [InboxSubscriber, InboxQueries] })
export class InboxWorkerModule {}
