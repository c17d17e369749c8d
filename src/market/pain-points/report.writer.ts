import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Attempt } from '#accounts/runs/paid-action.js';
import { ANALYSIS_ENGINE, type AnalysisEngine, type ReportBuilder } from '#analysis/analysis.types.js';
import { composeReport, quotedReviewIds, type ReportResult } from './report.composer.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';

/** The share of reading in the progress of a report, in percent. */
export const READING_PERCENT = 90;

/** How many of `total` reviews have been read at this progress. */
export const reviewsReadAt = (percent: number, total: number): number =>
  Math.min(total, Math.round((total * percent) / READING_PERCENT));

/** A report, with the product's count of review changes when the report began to read. */
export interface WrittenReport extends ReportResult {
  reviewChanges: number;
}

/** Writes reports: reads all reviews of a product with the analysis engine. */
@Injectable()
export class ReportWriter {
  private readonly log = new Logger(ReportWriter.name);

  constructor(
    @Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine,
    private readonly reviews: ReportReviewsQueries,
  ) {}

  /**
   * Writes the report of a product. A review imported meanwhile counts as a change since the report.
   * @throws LeaseLost if the attempt has lost its run; AnalysisFailed
   */
  async write(productId: string, attempt: Attempt): Promise<WrittenReport> {
    const product = await this.reviews.findProduct(productId);
    const total = await this.reviews.count(productId);
    await attempt.report(0, total);
    const builder = await this.engine.startReport({ productName: product.name, deadlineAt: attempt.deadlineAt });
    try {
      await this.read(productId, attempt, builder, total);
      const draft = await builder.finish();
      const sources = await this.reviews.findSources(productId, quotedReviewIds(draft));
      return { ...composeReport(draft, sources), reviewChanges: product.review_changes };
    } finally {
      await builder
        .dispose()
        .catch((error: unknown) => this.log.warn({ error }, 'the report builder could not be disposed'));
    }
  }

  private async read(productId: string, attempt: Attempt, builder: ReportBuilder, total: number): Promise<void> {
    let read = 0;
    let batch = await this.reviews.findAfter(productId, null);
    while (batch.length > 0) {
      // The next batch is fetched while the engine reads the current one.
      const fetched = this.reviews.findAfter(productId, batch.at(-1)?.id ?? null);
      const [next] = await Promise.all([fetched, builder.add(batch)]);
      read += batch.length;
      await attempt.report(Math.floor((READING_PERCENT * read) / Math.max(read, total)), total);
      batch = next;
    }
  }
}
