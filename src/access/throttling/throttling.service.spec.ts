import type { Redis } from 'ioredis';
import { REDIS } from '#platform/cache/redis.token.js';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { ThrottlingService, type Window } from './throttling.service.js';

let app: TestApp;
let throttling: ThrottlingService;

beforeAll(async () => {
  app = await startTestApp({ env: { SIGN_IN_WINDOW_SECONDS: '900', SIGN_IN_ATTEMPTS_PER_ADDRESS: '3' } });
  throttling = app.get(ThrottlingService);
});

afterAll(() => app.close());

const windowOf = (tracker: string, limit?: number): Window => ({ throttler: 'sign-in', tracker, limit });

describe('a window', () => {
  it('allows as many hits as its throttler allows', async () => {
    const waits: number[] = [];
    for (let hit = 0; hit < 4; hit++) waits.push(await throttling.wait(windowOf('own limit')));
    expect(waits).toEqual([0, 0, 0, expect.any(Number)]);
    expect(waits[3]).toBeGreaterThan(890);
  });

  it('can replace the limit of its throttler', async () => {
    const [first, second] = [
      await throttling.wait(windowOf('given limit', 1)),
      await throttling.wait(windowOf('given limit', 1)),
    ];
    expect([first, second > 0]).toEqual([0, true]);
  });

  it('counts each tracker of each throttler separately', async () => {
    await throttling.wait(windowOf('same tracker', 1));
    expect(await throttling.wait({ throttler: 'oauth', tracker: 'same tracker', limit: 1 })).toBe(0);
  });

  it('does not count a reverted hit', async () => {
    for (let hit = 0; hit < 3; hit++) {
      expect(await throttling.wait(windowOf('taken back', 1))).toBe(0);
      await throttling.release(windowOf('taken back', 1));
    }
  });

  it('reports in whole seconds when it resets', async () => {
    const [state] = await throttling.hit([windowOf('reset')]);
    expect(state).toEqual({
      throttler: expect.any(String),
      windowSeconds: 900,
      limit: 3,
      remaining: 2,
      resetAt: expect.any(Number),
      retryAfterSeconds: 900,
      isExceeded: false,
    });
    expect(Math.abs((state?.resetAt ?? 0) - Date.now() / 1_000 - 900)).toBeLessThan(3);
  });
});

describe('several windows', () => {
  it('are counted in one round trip', async () => {
    const redis = app.get<Redis & Record<'rateLimitHit', () => Promise<number[]>>>(REDIS);
    const sent = jest.spyOn(redis, 'rateLimitHit');
    await Promise.all([throttling.hit([windowOf('a'), windowOf('b')]), throttling.hit([windowOf('b'), windowOf('c')])]);
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });

  it('allow a hit only if each of them allows it', async () => {
    await throttling.wait(windowOf('narrow', 1));
    expect(await throttling.wait(windowOf('narrow', 1), windowOf('wide'))).toBeGreaterThan(0);
  });
});
