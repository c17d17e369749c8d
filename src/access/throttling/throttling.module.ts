import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ENV, type Env } from '#config/env.js';
import { RedisThrottlerStorage } from '#platform/cache/redis-throttler.storage.js';
import { throttlersOf } from './throttlers.js';
import { type Throttlers, ThrottlingService } from './throttling.service.js';

/** The named throttlers on Redis, for every process. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [ENV, RedisThrottlerStorage],
      useFactory: (env: Env, storage: RedisThrottlerStorage): Throttlers => ({
        throttlers: throttlersOf(env),
        storage,
      }),
    }),
  ],
  providers: [ThrottlingService],
  exports: [ThrottlingService],
})
export class ThrottlingModule {}
