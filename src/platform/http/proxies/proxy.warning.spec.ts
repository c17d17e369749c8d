import type { IncomingMessage } from 'node:http';
import { watchForProxy } from './proxy.warning.js';

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const FORWARDED = request({ 'x-forwarded-for': '203.0.113.7' });

describe('a proxy that is not trusted', () => {
  afterEach(() => jest.useRealTimers());

  const warningsAfter = (trustedHops: number, requests: IncomingMessage[], pauseMs = 0): number => {
    const warn = jest.fn();
    const watch = watchForProxy(trustedHops, warn);
    jest.useFakeTimers({ now: 1_800_000_000_000 });
    for (const each of requests) {
      watch(each);
      jest.setSystemTime(Date.now() + pauseMs);
    }
    return warn.mock.calls.length;
  };

  it.each([
    ['is warned about once an hour', 0, [FORWARDED, FORWARDED, FORWARDED], 1_200_000, 1],
    ['is warned about again after an hour', 0, [FORWARDED, FORWARDED], 3_600_000, 2],
    ['is none if the request came directly', 0, [request({})], 0, 0],
    ['is none if proxies are trusted', 1, [FORWARDED], 0, 0],
  ])('%s', (_, hops, requests, pauseMs, warnings) => {
    expect(warningsAfter(hops, requests, pauseMs)).toBe(warnings);
  });
});
