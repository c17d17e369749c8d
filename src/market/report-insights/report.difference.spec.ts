import { reportTheme } from '../../../test/support/report-themes.js';
import { compareProducts } from './product.comparison.js';
import { differenceOf } from './report.difference.js';

const report = (textsRead: number, mentions: Record<string, number>) => ({
  textsRead,
  themes: Object.entries(mentions).map(([name, total]) => reportTheme(name, total)),
});

describe('the difference of two reports', () => {
  it('lists grown, new, shrunk, gone and same themes, each kind by significance', () => {
    const before = report(1_000, { Slow: 10, Login: 100, Old: 5, Sync: 50, Price: 20, Older: 30 });
    const after = report(1_000, { Fresh: 3, slow: 40, Sync: 52, Login: 40, Fresher: 9, Price: 60 });
    expect(differenceOf(before, after).map(({ change, category_name }) => `${change} ${category_name}`)).toEqual([
      ...[
        'grown Price',
        'grown slow',
        'new Fresher',
        'new Fresh',
        'shrunk Login',
        'gone Older',
        'gone Old',
        'same Sync',
      ],
    ]);
  });

  it('states mentions, share of the texts read, and the ratio of the shares', () => {
    const [grown] = differenceOf(report(200, { Slow: 10 }), report(400, { Slow: 40 }));
    const figures = { trend: 'stable', business_impact: 'low' };
    expect(grown).toEqual({
      category_name: 'Slow',
      change: 'grown',
      from: { total_mentions: 10, share: 0.05, ...figures },
      to: { total_mentions: 40, share: 0.1, ...figures },
      ratio: 2,
    });
    expect(differenceOf(report(9, {}), report(9, { A: 1 }))).toMatchObject([
      { change: 'new', from: null, ratio: null },
    ]);
    expect(differenceOf(report(9, { A: 1 }), report(0, {}))).toMatchObject([{ change: 'gone', to: null, ratio: null }]);
  });

  it.each([
    ['a ratio of 1.3 that is significant', 10_000, 1_000, 1_300, 'grown'],
    ['a ratio below 1.3', 10_000, 1_000, 1_290, 'same'],
    ['a ratio of 0.7', 10_000, 1_000, 700, 'shrunk'],
    ['a difference that chance explains', 100, 10, 14, 'same'],
    ['five mentions', 1_000, 0.5, 5, 'same'],
    ['six mentions', 1_000, 0.5, 6, 'grown'],
  ])('calls %s %#', (_case, reviews, before, after, change) => {
    expect(differenceOf(report(reviews, { A: before }), report(reviews, { A: after }))).toMatchObject([{ change }]);
  });
});

describe('the comparison of products', () => {
  const product = (id: string, textsRead: number | null, themes: [string, number, string][] = []) => ({
    id,
    report:
      textsRead === null
        ? null
        : {
            ...{ textsRead, reviewsRead: textsRead, averageRating: 3.5, ratingsOfThemes: themes.map(() => 2.25) },
            ...{ ratedReviews: 150, ratedMentions: themes.map(() => 8) },
            themes: themes.map((theme) => reportTheme(...theme)),
          },
  });

  it('counts mentions of each category per 100 texts read, the most frequent of the first product first', () => {
    const { categories } = compareProducts([
      product('one', 200, [
        ['Crash', 10, 'bugs'],
        ['Rude', 40, 'support'],
      ]),
      product('none', null),
      product('two', 50, [
        ['Login', 5, 'bugs'],
        ['Dear', 5, 'pricing'],
      ]),
    ]);
    expect(categories).toEqual([
      { name: 'Customer support', per_hundred: [20, null, 0], worst: 'one', best: 'two' },
      { name: 'Bugs and crashes', per_hundred: [5, null, 10], worst: 'two', best: 'one' },
      { name: expect.any(String), per_hundred: [0, null, 10], worst: 'two', best: 'one' },
    ]);
  });

  it('separates shared themes from those of one product, by what they are about', () => {
    const { shared_themes, unique_themes } = compareProducts([
      product('one', 9, [
        ['Crash', 4, 'bugs'],
        ['Rude', 3, 'support'],
      ]),
      product('two', 9, [['crash', 2, 'bugs']]),
    ]);
    expect(shared_themes.map((theme) => Object.values(theme))).toEqual([
      ['one', 'crash', 'Crash', 4],
      ['two', 'crash', 'crash', 2],
    ]);
    expect(unique_themes).toEqual([{ product_id: 'one', family: 'rude', category_name: 'Rude', total_mentions: 3 }]);
  });

  it('places each theme by its share and by the stars that its reviewers give less, with the numbers of ratings', () => {
    const { points } = compareProducts([product('one', 200, [['Crash', 10, 'bugs']]), product('two', 50)]);
    expect(points).toEqual([
      {
        ...{ product_id: 'one', theme_id: 'crash', category_name: 'Crash', category: 'Bugs and crashes' },
        ...{ total_mentions: 10, share: 0, stars_lost: 1.25, rated_mentions: 8, rated_reviews: 150 },
      },
    ]);
  });

  it('finds where one product is worse than all others beyond chance', () => {
    const { openings } = compareProducts([
      product('one', 1_000, [
        ['Crash', 200, 'bugs'],
        ['Rude', 21, 'support'],
      ]),
      product('two', 1_000, [
        ['Crash', 50, 'bugs'],
        ['Rude', 20, 'support'],
      ]),
      product('three', 500, [['Crash', 30, 'bugs']]),
    ]);
    expect(openings).toMatchObject([
      {
        category: 'Bugs and crashes',
        worst: { product_id: 'one', per_hundred: 20 },
        others: [{ product_id: 'three' }, { product_id: 'two' }],
      },
    ]);
  });

  it('is empty with fewer than two reports', () => {
    const empty = { categories: [], points: [], openings: [], shared_themes: [], unique_themes: [] };
    expect(compareProducts([product('one', 9, [['Crash', 4, 'bugs']]), product('two', null)])).toEqual(empty);
  });
});
