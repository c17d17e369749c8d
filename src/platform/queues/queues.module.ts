import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeclaredMethods } from './declared-methods.js';
import { DueWork } from './due-work.js';
import { JobQueue } from './job-queue.js';

/** BullMQ on the configured Redis. Features add the queue of a paid action with `registerQueue`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [JobQueue, DueWork, DeclaredMethods],
  exports: [JobQueue, DueWork, DeclaredMethods],
})
export class QueuesModule {}
