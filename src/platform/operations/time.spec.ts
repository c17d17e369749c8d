import { endOf } from './time.js';

describe('the end of a range', () => {
  it.each([
    ['a date includes its whole day', '2026-02-28', '2026-03-01T00:00:00.000Z'],
    ['a time is the end itself', '2026-02-28T12:00:00Z', '2026-02-28T12:00:00.000Z'],
    ['an offset is observed', '2026-02-28T00:30:00+02:00', '2026-02-27T22:30:00.000Z'],
  ])('%s', (_, time, end) => {
    expect(endOf(time).toISOString()).toBe(end);
  });
});
