import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventLog } from './event-log.js';
import { EventRow } from './event.entity.js';

@Global()
@Module({ imports: [TypeOrmModule.forFeature([EventRow])], providers: [EventLog], exports: [EventLog] })
export class EventsModule {}
