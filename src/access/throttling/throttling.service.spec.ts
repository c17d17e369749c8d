import type { ServerResponse } from 'node:http';
import type { Redis } from 'ioredis';
import { REDIS } from '#platform/cache/redis.token.js';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { announce, ThrottlingService, type Window, type WindowState } from './throttling.service.js';

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
  it('announce the one that ends last of those that are exceeded', () => {
    const state = { throttler: 'sign-in', limit: 3, remaining: 0, resetAt: 0, isExceeded: true } as const;
    const [minute, hour] = [60, 3_600].map((seconds) => ({
      ...{ ...state, windowSeconds: seconds, retryAfterSeconds: seconds },
    })) as [WindowState, WindowState];
    const open = { ...minute, remaining: 1, isExceeded: false };
    const response = { setHeader: () => undefined } as unknown as ServerResponse;
    expect(
      [
        [hour, minute],
        [minute, hour, open],
      ].map((states) => announce(states, response)),
    ).toEqual([hour, hour]);
  });

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
