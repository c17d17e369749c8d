import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { PeriodicProcessor } from './periodic.processor.js';
import { PERIODIC_QUEUE, PeriodicScheduler } from './periodic.scheduler.js';
import { PeriodicTasks } from './periodic.tasks.js';

/** Runs the methods that declare `@Periodic`, in the worker only. */
@Module({
  imports: [BullModule.registerQueue({ name: PERIODIC_QUEUE })],
  providers: [PeriodicTasks, PeriodicScheduler, PeriodicProcessor],
})
export class PeriodicWorkerModule {}
