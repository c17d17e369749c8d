import { dateOrderOf, parseRating, parseTime } from './value.parser.js';

describe('a rating', () => {
  it.each([
    [4, 4],
    ['4', 4],
    ['4,5', 4.5],
    ['4.5 stars', 4.5],
    ['4/5', 4],
    ['8 / 10', 4],
    ['4 out of 5 stars', 4],
    ['4.0 / 5.0', 4],
    ['N/A', null],
    ['-', null],
    ['★★★★☆', 4],
    ['⭐⭐', 2],
    ['', null],
    ['good', 'good'],
    ['4/0', '4/0'],
  ])('is read from %j', (value, rating) => {
    expect(parseRating(value)).toBe(rating);
  });
});

describe('a time', () => {
  it.each([
    ['2026-01-08', '2026-01-08'],
    ['2026-01-08 10:30:00 UTC', '2026-01-08T10:30:00Z'],
    [1_767_867_000, '2026-01-08T10:10:00.000Z'],
    ['1767867000.0', '2026-01-08T10:10:00.000Z'],
    ['1767867000123', '2026-01-08T10:10:00.123Z'],
    ['8 January 2026', '2026-01-08'],
    ['Jan 8th, 2026, 9:05 PM', '2026-01-08T21:05:00Z'],
    ['Thu, 08 Jan 2026 10:30:00 EST', '2026-01-08T10:30:00-05:00'],
    ['2026/1/8 12:00 am', '2026-01-08T00:00:00Z'],
    ['Thu Jan 08 2026 10:30:00 GMT+0100 (CET)', '2026-01-08T10:30:00+0100'],
    ['n/a', null],
    ['26-01-08', '26-01-08'],
    ['202601081030', '202601081030'],
    ['yesterday', 'yesterday'],
    [2026, 2026],
  ])('is read from %j', (value, time) => {
    expect(parseTime(value, 'month first')).toBe(time);
  });

  it.each([
    ['08/01/2026', '2026-08-01', '2026-01-08'],
    ['8/1/26', '2026-08-01', '2026-01-08'],
    ['8/1/98, 10:30 PM', '1998-08-01T22:30:00Z', '1998-01-08T22:30:00Z'],
  ])('that is ambiguous follows the order: %s', (value, monthFirst, dayFirst) => {
    expect([parseTime(value, 'month first'), parseTime(value, 'day first')]).toEqual([monthFirst, dayFirst]);
  });

  it('with dots has the day first, whatever the other lines show', () => {
    expect(parseTime('8.1.2026 10:30', 'month first')).toBe('2026-01-08T10:30:00Z');
    expect(dateOrderOf('8.1.2026')).toBeUndefined();
  });

  it('with dots has the month first if that is asked for', () => {
    expect(parseTime('8.1.2026', 'month first', 'month first')).toBe('2026-08-01');
  });

  it.each([
    ['13/01/2026', 'day first'],
    ['1/13/26', 'month first'],
    ['01/13/2026', 'month first'],
    ['08/01/2026', 'unknown'],
    ['26/01/08', 'unknown'],
    ['26/01/99', 'day first'],
    ['2026-01-13', undefined],
  ])('shows the order: %s', (value, order) => {
    expect(dateOrderOf(value)).toBe(order);
  });
});
