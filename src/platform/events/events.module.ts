import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { EventDelivery } from './event-delivery.entity.js';
import { EventLog } from './event-log.js';
import { EventRow } from './event.entity.js';
import { EventsQueries } from './events.queries.js';
import { FailedDeliveries } from './failed-deliveries.service.js';
import { EVENTS_QUEUE, RelayNotifier, WaitNotifier } from './relay.notifier.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EventRow, EventDelivery]), registerQueue(EVENTS_QUEUE)],
  providers: [EventLog, EventsQueries, FailedDeliveries, RelayNotifier, WaitNotifier],
  exports: [EventLog, FailedDeliveries, WaitNotifier],
})
export class EventsModule {}
