import type { Competitor, ComparedProduct, ProductView } from './products.operations.js';
import type { ComparedRow, ListedProduct } from './products.queries.js';

/** A product, as in all lists. */
export const presentProduct = (product: ListedProduct): ProductView => ({
  id: product.id,
  name: product.name,
  by: product.maker ?? '',
  logo_url: product.logo_url,
  description: product.description,
  categories: product.categories,
  pain_points_report_status: product.report_status,
  pain_points_report_generated_at: product.report_generated_at?.toISOString() ?? null,
});

export const presentCompared = ({ id, name, categories, logo_url }: ComparedRow): ComparedProduct => ({
  id,
  name,
  categories,
  logo_url,
});

/** A competitor, with the categories that it shares with `product` and, if it has a report, the report's headline. */
export const presentCompetitor = (competitor: ComparedRow, product: ComparedRow): Competitor => ({
  ...presentCompared(competitor),
  shared_categories: product.categories.filter((category) => competitor.categories.includes(category)),
  has_pain_points_report: competitor.report_id !== null,
  ...(competitor.report_id !== null &&
    competitor.pain_headline !== null && { pain_headline: competitor.pain_headline }),
});
