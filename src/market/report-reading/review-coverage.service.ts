import { Injectable } from '@nestjs/common';
import { FinishedReports } from './finished-reports.service.js';
import { type DatedProduct, ReviewCoverageQueries } from './review-coverage.queries.js';

/** The first and the last date of a product's reviews; null if no review has a date. */
export interface ReviewDates {
  from: Date | null;
  to: Date | null;
}

/** The reviews that a report of a product would read. */
export interface ReviewCoverage extends ReviewDates {
  /** The reviews in each language, the most frequent first, as the last report found them. Empty without a report. */
  languages: Record<string, number>;
}

/** Reads the dates and languages of the reviews of products. */
@Injectable()
export class ReviewCoverageService {
  constructor(
    private readonly queries: ReviewCoverageQueries,
    private readonly reports: FinishedReports,
  ) {}

  /** The dates of the reviews of products, by id of the product. */
  async datesOf(productIds: readonly string[]): Promise<Map<string, ReviewDates>> {
    const products = productIds.length === 0 ? [] : await this.queries.findDates(productIds);
    return new Map(products.map((product) => [product.id, presentDates(product)]));
  }

  /** The coverage of one product's reviews. An unknown product has no coverage. */
  async coverageOf(productId: string): Promise<ReviewCoverage> {
    const [product] = await this.queries.findDates([productId]);
    if (!product) return { from: null, to: null, languages: {} };
    const views = product.report_id === null ? null : await this.reports.viewsOf(product.report_id);
    return { ...presentDates(product), languages: views?.full.metadata?.languages ?? {} };
  }
}

const presentDates = ({ dated_from, dated_to }: DatedProduct): ReviewDates => ({ from: dated_from, to: dated_to });
