import { connectRedis } from './redis.connection.js';

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
