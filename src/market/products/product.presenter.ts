import type { Competitor, ComparedProduct, ProductView, ReviewCounts } from './products.operations.js';
import type { ComparedRow, ListedProduct, ReviewCounters } from './products.queries.js';

/** The counts of reviews in every answer that has a product. */
export const presentCounts = ({
  review_count,
  review_changes,
  report_review_changes,
}: ReviewCounters): ReviewCounts => ({
  reviews_count: review_count,
  reviews_since_report: report_review_changes === null ? review_count : review_changes - report_review_changes,
});

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
  ...presentCounts(product),
});

export const presentCompared = (product: ComparedRow): ComparedProduct => ({
  id: product.id,
  name: product.name,
  categories: product.categories,
  logo_url: product.logo_url,
  ...presentCounts(product),
});

/** A competitor, with the categories that it shares with `product` and, if it has a report, the report's headline. */
export const presentCompetitor = (competitor: ComparedRow, product: ComparedRow): Competitor => ({
  ...presentCompared(competitor),
  shared_categories: product.categories.filter((category) => competitor.categories.includes(category)),
  has_pain_points_report: competitor.report_id !== null,
  ...(competitor.report_id !== null &&
    competitor.pain_headline !== null && { pain_headline: competitor.pain_headline }),
});
