import { REST } from '#analysis/themes/theme.types.js';
import type { ComparisonPoint, ProductComparison } from '#market/report-insights/product-comparison.operations.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import type { QuadrantPoint } from '../charts/quadrant.page.js';

/** The ids of an address. Other texts are left out. */
export function idsIn(sent: unknown): string[] {
  const texts = [sent ?? []].flat().flatMap((each) => (typeof each === 'string' ? each.toLowerCase().split(',') : []));
  return [...new Set(texts.filter((each) => UUID_PATTERN.test(each)))];
}

/** The problems of compared products that cost stars. Those without a name of their own say nothing in a picture. */
export function pointsIn({ products, points, ...themes }: ProductComparison): QuadrantPoint[] {
  const rest = [...themes.shared_themes, ...themes.unique_themes].filter(({ family }) => family === REST);
  const places = new Map(products.map(({ id }, at) => [id, at]));
  return points.flatMap((point) => {
    const { product_id, category_name: name, share, stars_lost: starsLost } = point;
    const isRest = rest.some((theme) => theme.product_id === product_id && theme.category_name === name);
    if (starsLost === null || starsLost < 0 || isRest) return [];
    return [{ product: places.get(product_id) ?? 0, name, share: 100 * share, starsLost, ratings: ratingsOf(point) }];
  });
}

const ratingsOf = ({ rated_mentions: mentions, rated_reviews: reviews }: ComparisonPoint): QuadrantPoint['ratings'] =>
  mentions === null || reviews === null ? null : { mentions, reviews };

/** The kinds of problems of the products whose report read texts. */
export function standingsIn({ products, categories }: ProductComparison): ReportComparison {
  const read = products.map(({ reviews_read: count }) => count !== null && count > 0);
  const of = <Item>(items: readonly Item[]): Item[] => items.filter((_, index) => read[index]);
  return {
    products: of(products).map(({ id, name, texts_read }) => ({ id, name, textsRead: texts_read ?? 0 })),
    categories: categories.map(({ name, per_hundred }) => ({
      name,
      perHundred: of(per_hundred).map((rate) => rate ?? 0),
    })),
  };
}
