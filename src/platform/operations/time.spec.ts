import { endOf, isDateTime, readTime } from './time.js';

describe('the end of a range', () => {
  it.each([
    ['a date includes its whole day', '2026-02-28', '2026-03-01T00:00:00.000Z'],
    ['a month includes all its days', '2026-02', '2026-03-01T00:00:00.000Z'],
    ['a year includes all its months', '2026', '2027-01-01T00:00:00.000Z'],
    ['a time is the end itself', '2026-02-28T12:00:00Z', '2026-02-28T12:00:00.000Z'],
    ['an offset is observed', '2026-02-28T00:30:00+02:00', '2026-02-27T22:30:00.000Z'],
  ])('%s', (_, time, end) => {
    expect(endOf(time).toISOString()).toBe(end);
  });
});

describe('a time of a client', () => {
  it.each([
    ['2026-11-30T09:00:00', '2026-11-30T09:00:00Z'],
    ['2026-11-30T09:00:00 02:00', '2026-11-30T09:00:00+02:00'],
    ['2026-11-30T09:00:00+02:00', '2026-11-30T09:00:00+02:00'],
    ['2026-11-30', '2026-11-30'],
  ])('%s is read as %s, whatever the time zone of the server', (sent, read) => {
    expect(readTime(sent)).toBe(read);
  });

  it.each([
    ['2026-11-30', true],
    ['2026-11-30T09:00:00Z', true],
    ['2026-11', true],
    ['2026-13', false],
    ['2026', true],
    ['2026-02-30', false],
    ['2026-W48', false],
    [20261130, false],
  ])('%s is a date or date-time: %s', (sent, is) => {
    expect(isDateTime(sent)).toBe(is);
  });
});
