import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import { stackOf } from './cover.view.js';

/** A cover with months of so many texts, from January 2025 on. A tenth of the texts names a crash. */
const coverOf = (...texts: number[]): ReportCover => ({
  verdict: '',
  direction: 'level',
  figures: null,
  months: texts.map((texts_read, at) => ({
    month: `2025-${String(at + 1).padStart(2, '0')}`,
    texts_read,
    too_small: texts_read < 20,
    categories: [{ category: 'Bugs and crashes', mentions: Math.round(texts_read / 10) }],
  })),
});

const leftOutOf = (...texts: number[]): boolean[] | undefined =>
  stackOf(coverOf(...texts), [])?.buckets.map(({ isTooSmall }) => isTooSmall === true);

describe('the months of a report', () => {
  it('leave out a month with too few texts for a rate', () => {
    expect(leftOutOf(40, 13, 100, 200)).toEqual([false, true, false, false]);
  });

  it('leave out a month without texts', () => {
    expect(leftOutOf(40, 60, 0, 200)).toEqual([false, false, true, false]);
  });

  it('are put together where each has too few texts', () => {
    expect(stackOf(coverOf(12, 11, 12, 13), [])?.buckets.map(({ from, to }) => [from, to])).toEqual([
      ['2025-01', '2025-02'],
      ['2025-03', '2025-04'],
    ]);
  });

  it('are not drawn if most have too few texts', () => {
    expect(leftOutOf(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 300, 200)).toBeUndefined();
  });

  it('are not drawn if no two beside each other have enough texts', () => {
    expect(leftOutOf(200, 1, 200, 1)).toBeUndefined();
  });
});
