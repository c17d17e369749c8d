import { categoryName } from '#analysis/lexicon/taxonomy.js';
import type {
  ComparedCategory,
  ComparedRate,
  ComparisonOpening,
  ComparisonPoint,
  ProductComparison,
  ThemeOfProduct,
} from './product-comparison.operations.js';
import { rateOf } from './product.standing.js';
import type { RatedReport } from '#market/report-reading/finished-reports.service.js';
import { mentionsOf } from '#market/report-reading/report.comparison.js';

/** A product with its last finished report, if there is one. */
export interface ReportedProduct {
  id: string;
  report: RatedReport | null;
}

const MAX_CATEGORIES = 20;
const MAX_POINTS = 12;
const MAX_OPENINGS = 4;
const NOTHING = { categories: [], points: [], openings: [], shared_themes: [], unique_themes: [] };

/** The themes that reports of products share. Fewer than two reports cannot be compared. */
export function compareProducts(products: readonly ReportedProduct[]): Omit<ProductComparison, 'products'> {
  if (products.filter(({ report }) => report).length < 2) return NOTHING;
  const reported = products.flatMap(({ id, report }) => (report && report.textsRead > 0 ? [{ id, report }] : []));
  return {
    categories: categoriesOf(products).slice(0, MAX_CATEGORIES),
    points: reported.flatMap(({ id, report }) => pointsOf(id, report)),
    openings: openingsOf(reported).slice(0, MAX_OPENINGS),
    ...themesOf(products),
  };
}

/** The frequency of the largest themes of a product, and the stars that its reviewers give less than others. */
function pointsOf(product_id: string, report: RatedReport): ComparisonPoint[] {
  const { themes, averageRating, ratingsOfThemes, ratedMentions, ratedReviews: rated_reviews } = report;
  const points = themes.map(({ theme_id, category_name, category, total_mentions, share }, place) => {
    const rating = ratingsOfThemes[place] ?? null;
    const stars_lost = averageRating === null || rating === null ? null : toTwoDecimals(averageRating - rating);
    const rated = { stars_lost, rated_mentions: ratedMentions[place] ?? null, rated_reviews };
    return { product_id, theme_id, category_name, category, total_mentions, share, ...rated };
  });
  return points.sort((a, b) => b.total_mentions - a.total_mentions).slice(0, MAX_POINTS);
}

/** The categories of which one product has more mentions than each of the others, beyond chance. */
function openingsOf(products: readonly { id: string; report: RatedReport }[]): ComparisonOpening[] {
  if (products.length < 2) return [];
  const counts = products.map(({ report: { themes } }) => mentionsOf(themes));
  const ids = new Set(counts.flatMap((mentions) => [...mentions.keys()]));
  const openings = [...ids].flatMap((category) => {
    const rates = products.map(({ id, report }, place): ComparedRate => ({
      product_id: id,
      ...rateOf(counts[place]?.get(category) ?? 0, report.textsRead),
    }));
    const [worst, ...others] = rates.toSorted((a, b) => b.per_hundred - a.per_hundred);
    const next = Math.max(...others.map(({ high }) => high));
    if (!worst || worst.low <= next) return [];
    return [{ distance: worst.low - next, opening: { category: categoryName(category), worst, others } }];
  });
  return openings.sort((a, b) => b.distance - a.distance).map(({ opening }) => opening);
}

const toTwoDecimals = (value: number): number => Math.round(100 * value) / 100;

/** The most frequent category of the first product first; categories that it lacks are ordered by the next product. */
function categoriesOf(products: readonly ReportedProduct[]): ComparedCategory[] {
  const rates = products.map(({ id, report }) => {
    const mentions = mentionsOf(report?.themes ?? []);
    const rateOf = (category: string): number | null =>
      report && report.textsRead > 0 ? (100 * (mentions.get(category) ?? 0)) / report.textsRead : null;
    return { id, mentions, rateOf };
  });
  const ids = [...new Set(rates.flatMap(({ mentions }) => [...mentions.keys()]))];
  const categories = ids.flatMap((category) => {
    const known = rates.flatMap(({ id, rateOf }) => {
      const rate = rateOf(category);
      return rate === null ? [] : [{ id, rate }];
    });
    // The sort is stable: if rates are equal, the first product is named.
    const [worst] = known.toSorted((a, b) => b.rate - a.rate);
    const [best] = known.toSorted((a, b) => a.rate - b.rate);
    const per_hundred = rates.map(({ rateOf }) => rateOf(category));
    return worst && best ? [{ name: categoryName(category), per_hundred, worst: worst.id, best: best.id }] : [];
  });
  return categories.sort((a, b) => {
    const differs = a.per_hundred.findIndex((rate, product) => rate !== b.per_hundred[product]);
    return (b.per_hundred[differs] ?? 0) - (a.per_hundred[differs] ?? 0);
  });
}

function themesOf(products: readonly ReportedProduct[]): Pick<ProductComparison, 'shared_themes' | 'unique_themes'> {
  const byFamily = new Map<string, ThemeOfProduct[]>();
  for (const { id: product_id, report } of products) {
    for (const { identity, category_name, total_mentions } of report?.themes ?? []) {
      const family = identity.meaning_key;
      byFamily.set(family, [...(byFamily.get(family) ?? []), { product_id, family, category_name, total_mentions }]);
    }
  }
  const isShared = (themes: readonly ThemeOfProduct[]): boolean =>
    new Set(themes.map(({ product_id }) => product_id)).size > 1;
  const groups = [...byFamily.values()];
  return {
    shared_themes: groups.filter(isShared).flat(),
    unique_themes: groups.filter((themes) => !isShared(themes)).flat(),
  };
}
