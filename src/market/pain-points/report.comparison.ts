import { categoryName } from '#analysis/lexicon/taxonomy.js';
import type { Report } from './report.content.js';

/** How often each of some products is complained about, category by category. */
export interface ReportComparison {
  products: { id: string; name: string; reviewsRead: number }[];
  /** The own product's most frequent category first; `perHundred` has a place for each product, in their order. */
  categories: { name: string; perHundred: number[] }[];
}

const MOST_CATEGORIES = 8;

/**
 * A report beside those of rivals: mentions of each category of complaints per 100 reviews read. A taste, which does not say
 * how many were read, cannot be compared; null where nothing is left to compare.
 */
export function compareReports(own: Report, rivals: readonly Report[]): ReportComparison | null {
  const full = [own, ...rivals].flatMap(({ product, themes, metadata }) =>
    metadata && metadata.reviews_read > 0
      ? [{ id: product.id, name: product.name, reviewsRead: metadata.reviews_read, mentions: mentionsOf(themes) }]
      : [],
  );
  if (full.length < 2 || full[0]?.id !== own.product.id) return null;
  const ids = [...new Set(full.flatMap(({ mentions }) => [...mentions.keys()]))];
  const categories = ids.map((id) => ({
    name: categoryName(id),
    perHundred: full.map(({ mentions, reviewsRead }) => (100 * (mentions.get(id) ?? 0)) / reviewsRead),
  }));
  if (categories.length === 0) return null;
  // Sorting keeps equals in place, so what only others have stays in their order.
  categories.sort((a, b) => (b.perHundred[0] ?? 0) - (a.perHundred[0] ?? 0));
  return {
    products: full.map(({ id, name, reviewsRead }) => ({ id, name, reviewsRead })),
    categories: categories.slice(0, MOST_CATEGORIES),
  };
}

function mentionsOf(themes: Report['themes']): Map<string, number> {
  const mentions = new Map<string, number>();
  for (const { categoryId, total_mentions } of themes) {
    mentions.set(categoryId, (mentions.get(categoryId) ?? 0) + total_mentions);
  }
  return mentions;
}
