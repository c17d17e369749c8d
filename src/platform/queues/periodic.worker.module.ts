import { Module } from '@nestjs/common';
import { PeriodicProcessor } from './periodic.processor.js';
import { PERIODIC_QUEUE, PeriodicScheduler } from './periodic.scheduler.js';
import { registerQueue } from './queue.connections.js';
import { PeriodicTasks } from './periodic.tasks.js';

/** Runs the methods that declare `@Periodic`, in the worker only. */
@Module({
  imports: [registerQueue(PERIODIC_QUEUE)],
  providers: [PeriodicTasks, PeriodicScheduler, PeriodicProcessor],
})
export class PeriodicWorkerModule {}
