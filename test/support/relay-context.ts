import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseEnv } from '#config/env.js';
import { EventHandlers } from '#platform/events/event-handlers.js';
import { EventRelay } from '#platform/events/event-relay.js';
import { EventsQueries } from '#platform/events/events.queries.js';
import { EventsWorkerModule } from '#platform/events/events.worker.module.js';
import { MailWorkerModule } from '#platform/mail/mail.worker.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { DueWorkWorkerModule } from '#platform/queues/due-work.worker.module.js';
import type { TestDatabase } from './database.js';

/** The relay of events, which works only when a test calls it. */
@Module({ providers: [EventHandlers, EventRelay, EventsQueries] })
export class RelayOnDemand {}

/** The relay of events as a worker runs it. */
@Module({ imports: [DueWorkWorkerModule, EventsWorkerModule, MailWorkerModule] })
export class RelayInWorker {}

/** Starts a process with these subscribers, whose events `relay` delivers. */
export function startRelay(
  { url, redisUrl, redisKeyPrefix }: TestDatabase,
  relay: Type,
  subscribers: Type,
): Promise<INestApplicationContext> {
  const env = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
    REDIS_KEY_PREFIX: redisKeyPrefix,
  });
  @Module({ imports: [PlatformModule.forRoot(env), relay], providers: [subscribers] })
  class WorkerOfTheTest {}
  return NestFactory.createApplicationContext(WorkerOfTheTest, { logger: false, abortOnError: false });
}
