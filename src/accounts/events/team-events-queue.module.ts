import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { TEAM_EVENTS_QUEUE, TeamEventsNotifier } from './team-events.notifier.js';

/** Notifies a worker of new events at once, in processes that have queues. */
@Global()
@Module({
  imports: [BullModule.registerQueue({ name: TEAM_EVENTS_QUEUE })],
  providers: [TeamEventsNotifier],
  exports: [TeamEventsNotifier],
})
export class TeamEventsQueueModule {}
