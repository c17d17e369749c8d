import { retryDelay } from './webhook.retries.js';

const NOW = new Date('2026-11-22T08:00:00Z');
const DELAYS = [0, 10, 100];

describe('the delay before the next attempt', () => {
  it.each([
    ['after the first failure', 1, 500, null, 0.5, 10],
    ['a tenth earlier by chance', 1, 500, null, 0, 9],
    ['a tenth later by chance', 1, 500, null, 1, 11],
    ['after the second failure', 2, null, null, 0.5, 100],
    ['after the last failure', 3, 500, null, 0.5, null],
    ['not before Retry-After', 1, 429, '60', 0.5, 60],
    ['not earlier than planned', 1, 503, '3', 0.5, 10],
    ['not before a Retry-After that is a date', 1, 503, 'Sun, 22 Nov 2026 08:01:00 GMT', 0.5, 60],
    ['at most a day', 1, 503, '999999', 0.5, 86_400],
    ['as planned for a Retry-After of another status', 1, 500, '60', 0.5, 10],
    ['as planned for a Retry-After that says nothing', 1, 429, 'soon', 0.5, 10],
    ['as planned for a Retry-After in the past', 1, 429, 'Sun, 22 Nov 2020 08:01:00 GMT', 0.5, 10],
  ])('is %s', (_, made, responseStatus, retryAfter, chance, expected) => {
    expect(retryDelay(made, DELAYS, { responseStatus, retryAfter }, NOW, chance)).toBe(expected);
  });
});
