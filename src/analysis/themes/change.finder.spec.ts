import { type MonthCounts } from '../analysis.types.js';
import { findChange, seededRandom } from './change.finder.js';
import { recentChange, trendOf } from './trend.judge.js';

const monthName = (at: number): string => new Date(Date.UTC(2024, at, 1)).toISOString().slice(0, 7);

/** Months of `reviews` each, with these mentions. */
const months = (mentions: number[], reviews = 100): MonthCounts[] =>
  mentions.map((count, at) => ({ month: monthName(at), mentions: count, reviews }));

const repeated = (count: number, value: number): number[] => new Array<number>(count).fill(value);

const busyMonth = { month: '2024-07', mentions: 40, reviews: 2_000 };
const twoAsBefore = ['2024-08', '2024-09'].map((month) => ({ month, mentions: 20, reviews: 100 }));

/** A theme whose mentions fall on random reviews, in months of very different size. */
function shuffled(random: () => number): MonthCounts[] {
  const sizes = Array.from({ length: 6 + Math.floor(random() * 19) }, () => 5 + Math.floor(random() ** 3 * 200));
  const share = 0.02 + random() * 0.3;
  return sizes.map((reviews, at) => ({
    month: monthName(at),
    reviews,
    mentions: Array.from({ length: reviews }, () => random() < share).filter(Boolean).length,
  }));
}

describe('the change of a theme', () => {
  it('is the month from which on the share differs', () => {
    const found = findChange(months([...repeated(8, 5), ...repeated(6, 14)]));
    expect(found).toEqual({ month: '2024-09', fromShare: 0.05, toShare: 0.14 });
  });

  it('is found in a report of twenty themes', () => {
    expect(findChange(months([...repeated(8, 5), ...repeated(6, 14)]), 20)?.month).toBe('2024-09');
  });

  it('may be a decline', () => {
    expect(findChange(months([...repeated(6, 20), ...repeated(6, 4)]))).toMatchObject({
      fromShare: 0.2,
      toShare: 0.04,
    });
  });

  it.each([
    ['that stays the same', months(repeated(12, 6))],
    ['that varies by chance', months([6, 4, 7, 5, 8, 3, 6, 7, 5, 4, 8, 6])],
    ['with a spike that has passed', months([5, 5, 5, 5, 40, 45, 5, 5, 5, 5, 5, 5])],
    ['whose newest months are as before', [...months(repeated(6, 20)), busyMonth, ...twoAsBefore]],
    ['of too few months', months([1, 1, 1, 30, 30])],
    ['of too few mentions', months([...repeated(6, 0), ...repeated(6, 1)], 20)],
    ['without months', []],
    ['whose last month has few reviews', [...months(repeated(11, 5)), { month: '2024-12', mentions: 4, reviews: 4 }]],
  ])('is null for a theme %s', (_, series) => {
    expect(findChange(series)).toBeNull();
  });

  it('is found in under 5 % of reports with shuffled dates', () => {
    const random = seededRandom(7);
    const reports = 150;
    let alarms = 0;
    for (let report = 0; report < reports; report++) {
      const themes = Array.from({ length: 6 }, () => shuffled(random));
      if (themes.some((series) => findChange(series, themes.length) !== null)) alarms++;
    }
    expect(alarms / reports).toBeLessThan(0.05);
  });
});

describe('the trend beside the months', () => {
  const risen = months([...repeated(8, 5), ...repeated(6, 14)]);
  const fallen = months([...repeated(8, 14), ...repeated(6, 5)]);
  const early = months([...repeated(6, 5), ...repeated(14, 14)]);
  const begun = months([...repeated(8, 0), ...repeated(6, 9)]);

  it.each([
    ['trending after a recent rise', risen, 'trending'],
    ['declining after a recent fall', fallen, 'declining'],
    ['emerging where there was nothing', begun, 'emerging'],
    ['stable long after a change', early, 'stable'],
    ['stable without a change', months([5, 5, 5, 5, 5, 9]), 'stable'],
  ] as const)('is %s', (_, series, trend) => {
    expect(trendOf(findChange(series), series, 'stable')).toBe(trend);
  });

  it.each([
    ['trending while the newest 90 days still go up', 'trending', 'trending'],
    ['stable while they go down again', 'declining', 'stable'],
  ] as const)('is long after a rise %s', (_, judged, trend) => {
    expect(trendOf(findChange(early), early, judged)).toBe(trend);
  });
});

describe('the change of the last three months', () => {
  it('has the shares before and since their first month', () => {
    const series = months([5, 5, 5, 5, 5, 11]);
    expect(recentChange('trending', series)).toEqual({ month: '2024-04', fromShare: 0.05, toShare: 0.07 });
    expect(trendOf(recentChange('trending', series), series, 'trending')).toBe('trending');
  });

  it.each([
    ['a rise that they do not show', 'trending', [5, 5, 5, 5, 5, 4]],
    ['a fall that they do not show', 'declining', [5, 5, 5, 5, 5, 6]],
    ['a fall that is over in the newest', 'declining', [8, 8, 8, 0, 8, 8]],
    ['no trend', 'stable', [5, 5, 5, 5, 5, 9]],
    ['no earlier month', 'trending', [5, 9, 9]],
  ] as const)('is none for %s', (_, trend, mentions) => {
    expect(recentChange(trend, months([...mentions]))).toBeNull();
  });

  it('is none if fewer than 20 reviews show it', () => {
    const earlier = months([1, 1, 1]);
    expect(recentChange('trending', [...earlier, ...months([2, 2, 2], 6)])).toBeNull();
    expect(recentChange('trending', [...earlier, ...months([2, 2, 2], 7)])).not.toBeNull();
  });
});
