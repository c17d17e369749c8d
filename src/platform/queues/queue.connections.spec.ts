import { once } from 'node:events';
import { getQueueToken } from '@nestjs/bullmq';
import { Logger, Module, type Type } from '@nestjs/common';
import { Queue } from 'bullmq';
import { startTestFeature, type TestFeature } from '../../../test/support/feature.js';
import { registerQueue, runOrExit } from './queue.connections.js';

const FIRST = 'connections-first';
const SECOND = 'connections-second';

@Module({ imports: [registerQueue(FIRST), registerQueue(SECOND)] })
class QueuesOfTheTest {}

describe('the connections of queues', () => {
  let feature: TestFeature;
  let lines: unknown[];

  beforeAll(async () => {
    feature = await startTestFeature(QueuesOfTheTest);
  });
  afterAll(() => feature.close());
  beforeEach(() => {
    lines = [];
    const keep = (line: unknown) => void lines.push(line);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(keep);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(keep);
    jest.spyOn(console, 'error').mockImplementation(keep);
  });
  afterEach(() => jest.restoreAllMocks());

  const queue = (name: string): Queue => feature.get(getQueueToken(name) as unknown as Type<Queue>);
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
  const lose = (name: string) => queue(name).emit('error', refused());
  const regain = (name: string) => queue(name).getBackend().emit('ready');

  it('are logged once when they are lost, and once when all are restored', () => {
    for (const name of [FIRST, SECOND, FIRST, SECOND]) lose(name);
    for (const name of [FIRST, SECOND, FIRST]) regain(name);
    expect(lines).toEqual(['The queues have lost Redis: connect ECONNREFUSED', 'The queues have reconnected to Redis']);
  });

  it('are logged again when they are lost again', () => {
    for (const change of [lose, regain, lose, regain]) change(FIRST);
    expect(lines).toHaveLength(4);
  });

  it('log other errors of a queue once if they come in quick succession', () => {
    for (let attempt = 1; attempt <= 3; attempt++) queue(FIRST).emit('error', new Error('NOAUTH'));
    expect(lines).toEqual(['Queue connections-first: NOAUTH']);
  });

  it('end the process if a worker stops by an error, unless it is closing', async () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    jest.spyOn(Logger.prototype, 'fatal').mockImplementation(() => undefined);
    const run = () => Promise.reject(new Error('WRONGTYPE'));
    runOrExit({ name: FIRST, closing: Promise.resolve(), run }, new Logger());
    runOrExit({ name: SECOND, closing: undefined, run }, new Logger());
    await new Promise(setImmediate);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  it('are logged from the first attempt of a new queue on, and never written to the console', async () => {
    const made = new (queue(FIRST).constructor as typeof Queue)('connections-none', {
      // No server listens on this port.
      connection: { url: 'redis://127.0.0.1:1', maxRetriesPerRequest: null },
    });
    await once(made, 'error').catch(() => undefined);
    await made.close().catch(() => undefined);
    expect(lines).toEqual([expect.stringContaining('The queues have lost Redis: connect ECONNREFUSED')]);
  });
});
