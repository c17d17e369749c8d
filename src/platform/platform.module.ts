import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from '#config/config.module.js';
import type { Env } from '#config/env.js';
import { RedisModule } from './cache/redis.module.js';
import { DatabaseModule } from './database/database.module.js';
import { RowWatchModule } from './database/row-watch.module.js';
import { EncryptionModule } from './encryption/encryption.module.js';
import { EventsModule } from './events/events.module.js';
import { MailModule } from './mail/mail.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { IdempotencyModule } from './http/idempotency/idempotency.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { QueuesModule } from './queues/queues.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { TracingModule } from './tracing/tracing.module.js';

/** The modules that every process needs: configuration, database, Redis, queues, events, secrets, operations. */
@Module({})
export class PlatformModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.forRoot(env),
        MetricsModule,
        DatabaseModule,
        RedisModule,
        RowWatchModule,
        QueuesModule,
        EventsModule,
        SecretsModule,
        EncryptionModule,
        MailModule,
        OperationsModule,
        IdempotencyModule,
        TracingModule,
      ],
    };
  }
}
