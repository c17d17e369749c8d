import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { DeclaredMethods } from './declared-methods.js';
import { JobQueue } from './job-queue.js';

/** BullMQ on the configured Redis. Features add their queue with `registerQueue`. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    BullModule.forRootAsync({
      inject: [ENV],
      useFactory: (env: Env) => ({
        connection: { url: env.REDIS_URL, maxRetriesPerRequest: null, connectTimeout: 2_000 },
        prefix: `${env.REDIS_KEY_PREFIX}-queues`,
      }),
    }),
  ],
  providers: [JobQueue, DeclaredMethods],
  exports: [JobQueue, DeclaredMethods],
})
export class QueuesModule {}
