import { lastDueWeek } from './digest.week.js';

describe('the last week whose digest is due', () => {
  it.each([
    ['2026-11-23T06:59:59Z', '2026-11-16'],
    ['2026-11-23T07:00:00Z', '2026-11-23'],
    ['2026-11-29T23:59:59Z', '2026-11-23'],
    ['2027-01-01T12:00:00Z', '2026-12-28'],
  ])('at %s is that before %s', (now, monday) => {
    const { name, from, to } = lastDueWeek(new Date(now));
    expect([name, to.getTime() - from.getTime()]).toEqual([monday, 7 * 86_400_000]);
  });
});
