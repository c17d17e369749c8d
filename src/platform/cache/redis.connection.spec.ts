import { once } from 'node:events';
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
});

describe('a connection to a server that is silent', () => {
  it('is given up, and its command with it', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const redis = connectRedis(`redis://127.0.0.1:${port}`, {
      ...{ socketTimeout: 50, maxRetriesPerRequest: 0, enableReadyCheck: false },
    });
    redis.on('error', () => undefined);
    await expect(redis.ping()).rejects.toThrow();
    redis.disconnect();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is given up later than a worker waits for a job', () => {
    expect(WAITING.drainDelay * 1_000).toBeLessThan(SILENCE_MS);
  });
});

describeWithRedis('a connection by way of Sentinels', () => {
  let servers: Awaited<ReturnType<typeof startSentinels>>;

  beforeAll(async () => {
    servers = await startSentinels();
  }, 60_000);
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
