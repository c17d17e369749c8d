import type { Redis } from 'ioredis';
import { RedisThrottlerStorage } from './redis-throttler.storage.js';

describe('rate limits while Redis is down', () => {
  const storage = () => new RedisThrottlerStorage({ defineCommand: () => undefined } as unknown as Redis);

  it('count the hits of a key in this process', () => {
    const windows = storage();
    const hits = [1, 2, 3].map(() => windows.incrementLocally('a', 60_000, 2));
    expect(hits.map(({ totalHits, isBlocked }) => [totalHits, isBlocked])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('count from one again when the window is over', () => {
    const windows = storage();
    windows.incrementLocally('a', 0, 2);
    expect(windows.incrementLocally('a', 60_000, 2).totalHits).toBe(1);
  });

  it('remember the latest 10,000 keys only', () => {
    const windows = storage();
    for (let key = 0; key <= 10_000; key++) windows.incrementLocally(String(key), 60_000, 2);
    const hits = ['1', '0'].map((key) => windows.incrementLocally(key, 60_000, 2).totalHits);
    expect(hits).toEqual([2, 1]);
  });
});
