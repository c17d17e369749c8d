import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { DeclaredMethods } from './declared-methods.js';
import { DueWork } from './due-work.js';
import { JobQueue } from './job-queue.js';
import { queueOptions } from './queue.connections.js';

/** BullMQ on the configured Redis. Features add the queue of a paid action with `registerQueue`. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    BullModule.forRootAsync({
      inject: [ENV],
      useFactory: (env: Env) => queueOptions(env),
    }),
  ],
  providers: [JobQueue, DueWork, DeclaredMethods],
  exports: [JobQueue, DueWork, DeclaredMethods],
})
export class QueuesModule {}
