import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventDelivery } from './event-delivery.entity.js';
import { EventLog } from './event-log.js';
import { EventRow } from './event.entity.js';
import { EventsQueries } from './events.queries.js';
import { FailedDeliveries } from './failed-deliveries.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EventRow, EventDelivery])],
  providers: [EventLog, EventsQueries, FailedDeliveries],
  exports: [EventLog, FailedDeliveries],
})
export class EventsModule {}
