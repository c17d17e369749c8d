import { expectedSpending } from './spending.forecast.js';

const NOW = new Date('2026-03-31T12:00:00Z');
/** Two credits on each of the last 30 days. */
const BY_DAY = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(NOW.getTime() - (29 - index) * 86_400_000).toISOString().slice(0, 10),
  credits: 2,
}));

describe('the expected spending of a period', () => {
  it('goes on as it has gone since the refill', () => {
    const { spent, expected } = expectedSpending(BY_DAY, '2026-04-10T12:00:00Z', NOW);
    expect([spent, expected]).toEqual([42, 63]);
  });

  it('leaves out what was spent before the refill, and expects nothing in the first days', () => {
    expect(expectedSpending(BY_DAY, '2026-04-30T11:00:00Z', NOW)).toEqual({ spent: 4, expected: null });
  });

  it.each([null, '2026-03-01T00:00:00Z'])(
    'is what the last 30 days have cost without a coming refill: %s',
    (refill) => {
      expect(expectedSpending(BY_DAY, refill, NOW)).toEqual({ spent: 60, expected: 60 });
    },
  );
});
