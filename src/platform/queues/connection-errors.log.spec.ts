import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Logger, Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { startTestApp, type TestApp } from '../../../test/support/app.js';

@Module({ imports: [BullModule.registerQueue({ name: 'errors-of-queues' })] })
class QueueOfTheTest {}

describe('errors of queues', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ modules: [QueueOfTheTest] });
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  it('are logged once if they come in quick succession, and never written to the console', () => {
    const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const queue = app.get<Queue>(getQueueToken('errors-of-queues') as unknown as symbol);
    for (let attempt = 1; attempt <= 3; attempt++) queue.emit('error', new Error('connect ECONNREFUSED'));
    expect(logged.mock.calls).toEqual([['Queue errors-of-queues: connect ECONNREFUSED']]);
    expect(written).not.toHaveBeenCalled();
  });
});
