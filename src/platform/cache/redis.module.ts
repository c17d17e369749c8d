import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { connectRedis, type RedisConnection } from './redis.connection.js';
import { REDIS } from './redis.token.js';
import { RedisThrottlerStorage } from './redis-throttler.storage.js';

/** A connection that fails fast: callers decide what to do while Redis is down. */
function connect(env: Env): RedisConnection {
  const log = new Logger('Redis');
  const redis = connectRedis(env.REDIS_URL, {
    keyPrefix: `${env.REDIS_KEY_PREFIX}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    maxRedirections: 3,
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
  constructor(@Inject(REDIS) private readonly redis: RedisConnection) {}

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
