import { lastDue } from './digest.schedule.js';

describe('the schedule of a digest', () => {
  const daily = { frequency: 'daily', weekday: null, hour: 8, recipients: [] } as const;
  const weekly = { ...daily, frequency: 'weekly', weekday: 'monday' } as const;

  it.each([
    ['on the same day after the hour', { ...daily, time_zone: 'UTC' }, '2026-11-22T08:00:00Z', '2026-11-22T08:00:00Z'],
    ['on the day before the hour', { ...daily, time_zone: 'UTC' }, '2026-11-22T07:59:59Z', '2026-11-21T08:00:00Z'],
    [
      'in the summer of a zone',
      { ...daily, time_zone: 'Europe/Berlin' },
      '2026-07-01T12:00:00Z',
      '2026-07-01T06:00:00Z',
    ],
    [
      'in the winter of a zone',
      { ...daily, time_zone: 'Europe/Berlin' },
      '2026-12-01T12:00:00Z',
      '2026-12-01T07:00:00Z',
    ],
    [
      'east of the date line',
      { ...daily, time_zone: 'Pacific/Kiritimati' },
      '2026-11-22T00:00:00Z',
      '2026-11-21T18:00:00Z',
    ],
    ['on the last weekday', { ...weekly, time_zone: 'UTC' }, '2026-11-22T12:00:00Z', '2026-11-16T08:00:00Z'],
    ['on the weekday itself', { ...weekly, time_zone: 'UTC' }, '2026-11-23T08:00:00Z', '2026-11-23T08:00:00Z'],
    ['a week ago before the hour', { ...weekly, time_zone: 'UTC' }, '2026-11-23T07:00:00Z', '2026-11-16T08:00:00Z'],
  ] as const)('finds the last time %s', (_, email, asOf, due) => {
    expect(lastDue({ ...email, recipients: [] }, new Date(asOf))).toEqual(new Date(due));
  });
});
