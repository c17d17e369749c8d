import type { Competitor, ComparedProduct, ProductView } from './products.operations.js';
import type { ComparedRow, ListedProduct } from './products.queries.js';

/** A product as every list shows it. */
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

/** A competitor, with the categories it shares with `product` and, where it has a report, the report's headline. */
export const presentCompetitor = (rival: ComparedRow, product: ComparedRow): Competitor => ({
  ...presentCompared(rival),
  shared_categories: product.categories.filter((category) => rival.categories.includes(category)),
  has_pain_points_report: rival.report_id !== null,
  ...(rival.report_id !== null && rival.pain_headline !== null && { pain_headline: rival.pain_headline }),
});
