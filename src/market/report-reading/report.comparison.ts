import { categoryName } from '#analysis/lexicon/taxonomy.js';
import type { Report, ReportTheme } from './report.content.js';
import { textsReadIn } from '#market/reports/share.interval.js';

/** The frequency of complaints about several products, by category. */
export interface ReportComparison {
  products: { id: string; name: string; textsRead: number }[];
  /**
   * The most frequent category of the first product first. `perHundred` has one value per product, in the order of
   * `products`.
   */
  categories: { name: string; perHundred: number[] }[];
}

const MAX_CATEGORIES = 8;

/**
 * Compares a report with those of competitors: mentions of each category per 100 texts read. A taste is left out,
 * because it does not state how many texts were read. Null if there is nothing to compare.
 */
export function compareReports(own: Report, competitors: readonly Report[]): ReportComparison | null {
  const full = [own, ...competitors].flatMap(({ product, themes, metadata }) =>
    metadata && textsReadIn(metadata) > 0
      ? [{ id: product.id, name: product.name, textsRead: textsReadIn(metadata), mentions: mentionsOf(themes) }]
      : [],
  );
  if (full.length < 2 || full[0]?.id !== own.product.id) return null;
  const ids = [...new Set(full.flatMap(({ mentions }) => [...mentions.keys()]))];
  const categories = ids.map((id) => ({
    name: categoryName(id),
    perHundred: full.map(({ mentions, textsRead }) => (100 * (mentions.get(id) ?? 0)) / textsRead),
  }));
  if (categories.length === 0) return null;
  // The sort is stable: categories that only competitors have keep their order.
  categories.sort((a, b) => (b.perHundred[0] ?? 0) - (a.perHundred[0] ?? 0));
  return {
    products: full.map(({ id, name, textsRead }) => ({ id, name, textsRead })),
    categories: categories.slice(0, MAX_CATEGORIES),
  };
}

/** The mentions of each category. */
export function mentionsOf(themes: readonly ReportTheme[]): Map<string, number> {
  const mentions = new Map<string, number>();
  for (const { categoryId, total_mentions } of themes) {
    mentions.set(categoryId, (mentions.get(categoryId) ?? 0) + total_mentions);
  }
  return mentions;
}
