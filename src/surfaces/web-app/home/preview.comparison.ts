import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import type { Report } from '#market/report-reading/report.content.js';

/** The previews of several reports beside each other, without categories that no preview has. Null with fewer than two. */
export function comparePreviews(previews: readonly Report[]): ReportComparison | null {
  if (previews.length < 2) return null;
  const shares = previews.map(({ themes }) => {
    const byCategory = new Map<string, number>();
    for (const { category, share } of themes) byCategory.set(category, (byCategory.get(category) ?? 0) + share);
    return byCategory;
  });
  const categories = [...new Set(shares.flatMap((each) => [...each.keys()]))].map((name) => ({
    name,
    perHundred: shares.map((each) => 100 * (each.get(name) ?? 0)),
  }));
  return {
    products: previews.map(({ product: { id, name, reviews_count } }) => ({ id, name, reviewsRead: reviews_count })),
    categories: categories.sort((one, other) => (other.perHundred[0] ?? 0) - (one.perHundred[0] ?? 0)),
  };
}
