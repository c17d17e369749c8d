import { Processor, WorkerHost } from '@nestjs/bullmq';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { Provider } from '@nestjs/common';
import { parseEnv } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { MailWorkerModule } from '#platform/mail/mail.worker.module.js';
import { EventsWorkerModule } from '#platform/events/events.worker.module.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { DueWorkWorkerModule } from './due-work.worker.module.js';
import { ProcessorsCheck } from './processors.check.js';
import { registerQueue } from './queue.connections.js';

@Processor('letters')
class Postman extends WorkerHost {
  async process(): Promise<void> {}
}

@Processor('letters')
class SecondPostman extends WorkerHost {
  async process(): Promise<void> {}
}

describe('a worker', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Boots a worker whose queue `letters` has these processors. */
  async function boot(...processors: Provider[]): Promise<void> {
    const env = parseEnv({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      REDIS_URL: database.redisUrl,
      REDIS_KEY_PREFIX: database.redisKeyPrefix,
    });
    const letters = registerQueue('letters');
    const worker = await Test.createTestingModule({
      imports: [
        PlatformModule.forRoot(env),
        DiscoveryModule,
        DueWorkWorkerModule,
        EventsWorkerModule,
        MailWorkerModule,
        letters,
      ],
      providers: [ProcessorsCheck, ...processors],
    }).compile();
    await worker.init().finally(() => worker.close());
  }

  it('boots if each of its queues has one processor', async () => {
    await expect(boot(Postman)).resolves.toBeUndefined();
  });

  it('does not boot if a queue has no processor', async () => {
    await expect(boot()).rejects.toThrow('The queue "letters" needs one processor and has 0.');
  });

  it('does not boot if a queue has two processors', async () => {
    await expect(boot(Postman, SecondPostman)).rejects.toThrow('The queue "letters" needs one processor and has 2.');
  });
});
