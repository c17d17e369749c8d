import { reportTheme } from '../../../test/support/report-themes.js';
import { standingOf } from './product.standing.js';

describe('the standing of a product among its competitors', () => {
  const own = { textsRead: 1_000, themes: [reportTheme('Crashes', 200), reportTheme('Freezes', 100)] };

  it('compares the rates of a kind of problem with those of all competitors together', () => {
    const others = [
      { textsRead: 1_000, themes: [reportTheme('Crashes', 100)] },
      { textsRead: 3_000, themes: [] },
    ];
    expect(standingOf(own, others)).toEqual({
      competitors: 2,
      competitor_reviews: 4_000,
      categories: [
        {
          category: 'Bugs and crashes',
          theme_ids: ['crashes', 'freezes'],
          product: { per_hundred: 30, low: expect.closeTo(27.24), high: expect.closeTo(32.91) },
          competitors: { per_hundred: 2.5, low: expect.closeTo(2.06), high: expect.closeTo(3.03) },
          standing: 'worse',
        },
      ],
    });
  });

  it.each([
    [300, 'similar'],
    [600, 'better'],
  ])('with %i mentions of a competitor is %s', (mentions, standing) => {
    const other = { textsRead: 1_000, themes: [reportTheme('Crashes', mentions)] };
    expect(standingOf(own, [other]).categories).toMatchObject([{ standing }]);
  });

  it('is empty without a report of the product or of a competitor', () => {
    expect(standingOf(null, [own]).categories).toEqual([]);
    expect(standingOf(own, [{ textsRead: 0, themes: [] }])).toEqual({
      ...{ competitors: 0, competitor_reviews: 0, categories: [] },
    });
  });
});
