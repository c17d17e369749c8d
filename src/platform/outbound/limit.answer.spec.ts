import { exchangeOf } from '../../../test/support/replay.js';
import { limitIn } from './limit.answer.js';

const NOW = Date.parse('2026-11-22T08:00:00Z');
const DATE = 'Sun, 22 Nov 2026 08:00:00 GMT';

/** A recording, with the places that stand for times filled in. */
function recorded(name: string) {
  const { status, headers = {}, body } = exchangeOf(name).response;
  const filled = Object.entries(headers).map(([header, value]) => {
    const seconds = Number(/offset='(-?\d+) seconds'/.exec(value)?.[1] ?? 0);
    if (!value.includes('{{')) return [header, value];
    const at = new Date(NOW + seconds * 1_000);
    return [header, value.includes("format='unix'") ? String(at.getTime() / 1_000) : at.toUTCString()];
  });
  const host = name.startsWith('github') ? 'api.github.com' : STACK_EXCHANGE;
  return { host, status, headers: Object.fromEntries(filled) as Record<string, string>, body: JSON.stringify(body) };
}

const STACK_EXCHANGE = 'api.stackexchange.com';
const answer = (status: number, headers: Record<string, string> = {}, body = '', host = STACK_EXCHANGE) => ({
  ...{ host, status, headers, body },
});

describe('the limit in an answer', () => {
  it.each([
    ['seconds of Retry-After with 429', recorded('github/secondary-limit-429-retry-after-seconds'), 8_000],
    ['a date of Retry-After with 429', recorded('github/secondary-limit-429-retry-after-date'), 8_000],
    ['429 without a time', recorded('github/secondary-limit-429-no-retry-after'), null],
    ['seconds of Retry-After with 403', recorded('github/secondary-limit-403-retry-after'), expect.any(Number)],
    ['words in the body of a 403', recorded('github/secondary-limit-403-body-only'), null],
    [
      'a date against the clock of the service',
      answer(429, { date: 'Sun, 22 Nov 2026 09:00:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 09:00:30 GMT' }),
      30_000,
    ],
    ['503 with Retry-After', answer(503, { 'retry-after': '120' }), 120_000],
    [
      'an epoch in seconds',
      answer(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 60) }),
      60_000,
    ],
    [
      'an epoch in milliseconds',
      answer(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW + 60_000) }),
      60_000,
    ],
    ['a date', answer(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-22T08:05:00.000Z' }), 300_000],
    [
      'the seconds that are left, with decimals',
      answer(429, { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '240' }),
      240_000,
    ],
    [
      'an error id of Stack Exchange',
      answer(
        400,
        {},
        '{"error_id":502,"error_message":"too many requests from this IP, more requests available in 900 seconds"}',
      ),
      900_000,
    ],
    ['a time beyond a day, which counts as a day', answer(429, { date: DATE, 'retry-after': '9999999' }), 86_400_000],
  ])('is found as %s', (_, given, pauseMs) => {
    expect(limitIn(given, NOW)).toMatchObject({ isRefused: true, pauseMs });
  });

  it.each([
    [
      'backoff in the body',
      answer(200, {}, '{"items":[],"backoff":12,"quota_max":300}'),
      { isRefused: false, pauseMs: 12_000 },
    ],
    [
      'backoff behind a long list',
      answer(200, {}, JSON.stringify({ items: ['x'.repeat(10_000)], backoff: 12 })),
      { isRefused: false, pauseMs: 12_000 },
    ],
    [
      'backoff in a text that a host publishes',
      answer(200, {}, '{"items":[],"backoff":86400}', 'feeds.example'),
      { isRefused: false, pauseMs: null },
    ],
    [
      'the last request of a quota',
      answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' }),
      { isRefused: false, pauseMs: 90_000, quotaLeft: 0 },
    ],
    [
      'requests that are left',
      answer(200, { 'x-ratelimit-remaining': '17.0' }),
      { isRefused: false, pauseMs: null, quotaLeft: 17 },
    ],
    [
      'requests that are left in the hour',
      answer(200, { 'x-rate-limit': 'user-hour-lim:3500;user-hour-rem:3499;' }),
      { isRefused: false, quotaLeft: 3_499 },
    ],
    ['304', recorded('github/not-modified-304'), { isRefused: false, pauseMs: null, quotaLeft: 4_846 }],
    ['a 403 for other reasons', answer(403, {}, '{"message":"Must have admin rights"}'), { isRefused: false }],
    ['a 400 for other reasons', recorded('stack-exchange/error'), { isRefused: false }],
    ['503 without a time', answer(503), { isRefused: false }],
  ])('is no refusal: %s', (_, given, found) => {
    expect(limitIn(given, NOW)).toMatchObject(found);
  });
});
