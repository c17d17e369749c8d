import { categoryName } from '#analysis/lexicon/taxonomy.js';
import type { ComparedCategory, ProductComparison, ThemeOfProduct } from './product-comparison.operations.js';
import type { ComparedThemes } from '#market/report-reading/finished-reports.service.js';
import { mentionsOf } from '#market/report-reading/report.comparison.js';

/** A product with its last finished report, if there is one. */
export interface ReportedProduct {
  id: string;
  report: ComparedThemes | null;
}

const MAX_CATEGORIES = 20;
const NOTHING = { categories: [], shared_themes: [], unique_themes: [] };

/** The themes that reports of products share. Fewer than two reports cannot be compared. */
export function compareProducts(products: readonly ReportedProduct[]): Omit<ProductComparison, 'products'> {
  if (products.filter(({ report }) => report).length < 2) return NOTHING;
  return { categories: categoriesOf(products).slice(0, MAX_CATEGORIES), ...themesOf(products) };
}

/** The most frequent category of the first product first; categories that it lacks are ordered by the next product. */
function categoriesOf(products: readonly ReportedProduct[]): ComparedCategory[] {
  const rates = products.map(({ id, report }) => {
    const mentions = mentionsOf(report?.themes ?? []);
    const rateOf = (category: string): number | null =>
      report && report.reviewsRead > 0 ? (100 * (mentions.get(category) ?? 0)) / report.reviewsRead : null;
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
  const byName = new Map<string, ThemeOfProduct[]>();
  for (const { id: product_id, report } of products) {
    for (const { category_name, total_mentions } of report?.themes ?? []) {
      const name = category_name.toLowerCase();
      byName.set(name, [...(byName.get(name) ?? []), { product_id, category_name, total_mentions }]);
    }
  }
  const isShared = (themes: readonly ThemeOfProduct[]): boolean =>
    new Set(themes.map(({ product_id }) => product_id)).size > 1;
  const groups = [...byName.values()];
  return {
    shared_themes: groups.filter(isShared).flat(),
    unique_themes: groups.filter((themes) => !isShared(themes)).flat(),
  };
}
