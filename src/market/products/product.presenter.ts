import type { Competitor, ComparedProduct, ProductView } from './products.operations.js';
import type { ComparedRow, ListedProduct } from './products.queries.js';

/** A product as every list shows it. */
export const presentProduct = (product: ListedProduct): ProductView => ({
  id: product.id,
  name: product.name,
  by: product.maker ?? '',
  logo_url: product.logoUrl,
  description: product.description,
  categories: product.categories,
  pain_points_report_status: product.reportStatus,
  pain_points_report_generated_at: product.reportGeneratedAt?.toISOString() ?? null,
});

export const presentCompared = ({ id, name, categories, logoUrl }: ComparedRow): ComparedProduct => ({
  id,
  name,
  categories,
  logo_url: logoUrl,
});

/** A competitor, with the categories it shares with `product` and, where it has a report, the report's headline. */
export const presentCompetitor = (rival: ComparedRow, product: ComparedRow): Competitor => ({
  ...presentCompared(rival),
  shared_categories: product.categories.filter((category) => rival.categories.includes(category)),
  has_pain_points_report: rival.reportId !== null,
  ...(rival.reportId !== null && rival.painHeadline !== null && { pain_headline: rival.painHeadline }),
});
