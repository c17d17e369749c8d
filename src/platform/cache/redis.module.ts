import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ENV, type Env } from '#config/env.js';
import { REDIS } from './redis.token.js';
import { RedisThrottlerStorage } from './redis-throttler.storage.js';

/** A connection that fails fast: callers decide what to do while Redis is down. */
function connect(env: Env): Redis {
  const log = new Logger('Redis');
  const redis = new Redis(env.REDIS_URL, {
    keyPrefix: `${env.REDIS_KEY_PREFIX}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log.warn(`Redis is down: ${error.message}`);
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.log('Redis is up again');
    away = false;
  });
  return redis;
}

@Injectable()
class RedisLifecycle implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

@Global()
@Module({
  providers: [{ provide: REDIS, inject: [ENV], useFactory: connect }, RedisLifecycle, RedisThrottlerStorage],
  exports: [REDIS, RedisThrottlerStorage],
})
export class RedisModule {}
