import { REST } from '#analysis/themes/theme.types.js';
import type { ProductComparison } from '#market/report-insights/product-comparison.operations.js';
import { pointsIn } from './compare.points.js';

describe('the points of a comparison', () => {
  it('leave out the problems that have no name of their own', () => {
    const rated = { category: 'Other', total_mentions: 9, share: 0.1, rated_mentions: null, rated_reviews: null };
    const theme = (product_id: string, family: string, category_name: string) => ({
      ...{ product_id, family, category_name, total_mentions: 9 },
    });
    const point = (product_id: string, category_name: string) => ({
      ...{ ...rated, product_id, category_name, theme_id: category_name, stars_lost: 1 },
    });
    const comparison = {
      products: [{ id: 'a' }, { id: 'b' }],
      points: [point('a', 'Other problems'), point('a', 'Too slow'), point('b', 'Autres problèmes')],
      shared_themes: [theme('a', REST, 'Other problems'), theme('b', REST, 'Autres problèmes')],
      unique_themes: [theme('a', 'slow', 'Too slow')],
    };
    const drawn = pointsIn(comparison as unknown as ProductComparison);
    expect(drawn.map(({ name }) => name)).toEqual(['Too slow']);
  });
});
