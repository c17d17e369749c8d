import { Global, Module } from '@nestjs/common';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { TEAM_EVENTS_QUEUE, TeamEventsNotifier } from './team-events.notifier.js';

/** Notifies a worker of new events at once, in processes that have queues. */
@Global()
@Module({
  imports: [registerQueue(TEAM_EVENTS_QUEUE)],
  providers: [TeamEventsNotifier],
  exports: [TeamEventsNotifier],
})
export class TeamEventsQueueModule {}
