import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { presentCounts } from '#market/products/product.presenter.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { ReportsQueries, type ReportBasis } from './reports.queries.js';
import { emptyReport } from './report.composer.js';
import { ReportEngine } from './report.engine.js';

/**
 * `current`: a new report would equal the last one. `empty`: there are no reviews, and no report states it. `outdated`:
 * a new report may differ.
 */
export type Freshness = 'current' | 'empty' | 'outdated';

/** Why a report is not written. `generating`: another one is on its way, in test mode. */
export type ExistingReport = 'current' | 'empty' | 'generating';

/** The outcome of a request for a report. */
export type GenerationOutcome = 'started' | 'already_in_progress' | 'up_to_date';

/** Determines whether a new report of a product can differ from the last one. */
@Injectable()
export class ReportFreshness {
  constructor(
    private readonly engine: ReportEngine,
    private readonly database: Database,
    private readonly queries: ReportsQueries,
    private readonly products: ProductReportsService,
  ) {}

  /**
   * A report is current if no review was added, changed or removed since it began to read, and the engine, with its
   * version, is the same; reports without stored mentions are not. Without reviews the engine does not matter.
   * @throws 404
   */
  async freshnessOf(productId: string): Promise<Freshness> {
    return this.freshnessBy(await this.basisOf(productId));
  }

  /** @throws 404 */
  async requireProduct(productId: string): Promise<void> {
    if (!(await this.products.exists(productId))) throw notFound();
  }

  /** The outcome of a request. Null if a review was imported before the empty report was written: start again. */
  async stateAfter(
    productId: string,
    { state, result }: { state: string; result?: ExistingReport },
  ): Promise<GenerationOutcome | null> {
    if (state === 'joined' || result === 'generating') return 'already_in_progress';
    if (state !== 'existing') return 'started';
    return result === 'current' || (await this.writeEmpty(productId)) ? 'up_to_date' : null;
  }

  /**
   * Writes the report of a product without reviews, unless its report is current.
   * @returns false if the product has reviews by now
   */
  private writeEmpty(productId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.products.lock([productId]);
      const basis = await this.basisOf(productId);
      const freshness = this.freshnessBy(basis);
      if (freshness !== 'empty') return freshness === 'current';
      const { review_changes: reviewChanges } = basis;
      const report = emptyReport(this.engine.current.id);
      const reportId = uuidv7();
      const generatedAt = await this.queries.insert(reportId, productId, report);
      await this.products.markCompleted(productId, { reportId, generatedAt, reviewChanges, headline: report.headline });
      return true;
    });
  }

  private freshnessBy({ engine, has_mentions, ...counters }: ReportBasis): Freshness {
    const isUnchanged = engine !== null && presentCounts(counters).reviews_since_report === 0;
    if (counters.review_count === 0) return isUnchanged ? 'current' : 'empty';
    return isUnchanged && has_mentions && engine === this.engine.current.id ? 'current' : 'outdated';
  }

  private async basisOf(productId: string): Promise<ReportBasis> {
    const basis = await this.queries.findReportBasis(productId);
    if (!basis) throw notFound();
    return basis;
  }
}
