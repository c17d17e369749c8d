import { type EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { WAITING } from '#platform/queues/queue.connections.js';
import { describeWithRedis, startSentinels } from '../../../test/support/servers/redis-servers.js';
import { until } from '../../../test/support/until.js';
import { connectRedis, SILENCE_MS } from './redis.connection.js';

describe('a connection to a cluster that is away', () => {
  it('ends at once, and with it the commands that wait', async () => {
    // No server listens on this port.
    const redis = connectRedis('redis+cluster://127.0.0.1:1', {
      maxRetriesPerRequest: null,
      retryStrategy: () => 60_000,
    });
    redis.on('error', () => undefined);
    await new Promise((resolve) => redis.once('reconnecting', resolve));
    const command = redis.get('key');
    const ended = new Promise((resolve) => redis.once('end', resolve));
    redis.disconnect();
    await ended;
    await expect(command).rejects.toThrow();
  });

  it('ends at once while it looks up the addresses of its nodes', async () => {
    const redis = connectRedis('redis+cluster://127.0.0.1:1', { maxRetriesPerRequest: null });
    const ended = once(redis, 'end');
    redis.disconnect();
    await ended;
    expect(redis.status).toBe('end');
  });

  it('ends again when the connection to a node ends later than the rest', async () => {
    const redis = connectRedis('redis+cluster://127.0.0.1:1', { maxRetriesPerRequest: null });
    redis.disconnect();
    await once(redis, 'end');
    const ended = once(redis, 'end');
    (redis as unknown as { connectionPool: EventEmitter }).connectionPool.emit('drain');
    await ended;
    expect(redis.status).toBe('end');
  });
});

describe('a connection to a server that is silent', () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.resume()));
  let url: string;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is given up, and its command with it', async () => {
    const redis = connectRedis(url, {
      ...{ socketTimeout: 50, maxRetriesPerRequest: 0, enableReadyCheck: false },
    });
    redis.on('error', () => undefined);
    await expect(redis.ping()).rejects.toThrow();
    redis.disconnect();
  });

  it('leaves no timer when it is ended, which would cut the next connection', async () => {
    const started = jest.spyOn(globalThis, 'setTimeout');
    const stopped = jest.spyOn(globalThis, 'clearTimeout');
    const redis = connectRedis(url, { socketTimeout: 54_321, enableReadyCheck: false });
    const refused = expect(redis.ping()).rejects.toThrow();
    const timer: unknown = await until(
      () => started.mock.results[started.mock.calls.findIndex(([, ms]) => ms === 54_321)]?.value as object,
    );
    redis.disconnect();
    await Promise.all([once(redis, 'end'), refused]);
    expect(stopped.mock.calls).toContainEqual([timer]);
    jest.restoreAllMocks();
  });

  it('is given up later than a worker waits for a job', () => {
    expect(WAITING.drainDelay * 1_000).toBeLessThan(SILENCE_MS);
  });
});

describeWithRedis('a connection by way of Sentinels', () => {
  let servers: Awaited<ReturnType<typeof startSentinels>>;

  beforeAll(async () => {
    servers = await startSentinels();
  });
  afterAll(() => servers.stop());

  /** Each Sentinel listens to the two others, too, on connections that they name. */
  const listeners = async (): Promise<number[]> =>
    Promise.all(
      servers.sentinels.map(async ({ client }) => {
        const clients = (await client.call('CLIENT', 'LIST')) as string;
        return clients.split('\n').filter((line) => line.includes(' sub=1 ') && line.includes(' name= ')).length;
      }),
    );

  it('leaves no connection to a Sentinel when it quits', async () => {
    const redis = connectRedis(servers.url, { maxRetriesPerRequest: null });
    await redis.ping();
    await until(async () => (await listeners()).every((count) => count === 1));
    await redis.quit();
    await until(async () => (await listeners()).every((count) => count === 0));
    expect(await listeners()).toEqual([0, 0, 0]);
  });
});
