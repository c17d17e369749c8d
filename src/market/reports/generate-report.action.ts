import type { FreeReason } from '#accounts/runs/dry-run.dto.js';
import { PaidAction, type Attempt, type PaidWork, type RunOf } from '#accounts/runs/paid-action.js';
import type { RunFailureReason } from '#accounts/runs/run-failure.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { EventLog } from '#platform/events/event-log.js';
import { REPORT_COMPLETED, REPORT_FAILED } from './reports.events.js';
import { ReportsQueries } from './reports.queries.js';
import { type Freshness, ReportFreshness } from './report-freshness.service.js';
import { reportEffectOf } from './report.effects.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { ReportWriter, type WrittenReport } from './report.writer.js';

/** The product of the report. */
export interface ReportInput {
  /** In lowercase. */
  productId: string;
}

/** Generates the report of a product, which all teams share. The report has the id of its run. */
@PaidAction({
  kind: 'generate_report',
  price: 1,
  queue: 'pain-points',
  retries: 2,
  concurrency: (env) => env.REPORT_CONCURRENCY,
  deadlineSeconds: (env) => env.REPORT_DEADLINE_SECONDS,
  messages: {
    unavailable: 'Report generation is unavailable at the moment; no credit was charged',
    failed: 'The report could not be generated; the credit was refunded',
    stillRunning: 'The report is still being generated',
    refundReason: 'the report could not be generated',
  },
})
export class GenerateReport implements PaidWork<ReportInput, WrittenReport, Freshness> {
  constructor(
    private readonly writer: ReportWriter,
    private readonly queries: ReportsQueries,
    private readonly mentions: ThemeMentionsQueries,
    private readonly products: ProductReportsService,
    private readonly freshness: ReportFreshness,
    private readonly events: EventLog,
  ) {}

  itemOf({ productId }: ReportInput): string {
    return productId;
  }

  forcedEffect({ productId }: ReportInput) {
    return reportEffectOf(productId);
  }

  /** A report that would say nothing new costs nothing. */
  async findExisting({ productId }: ReportInput): Promise<Freshness | null> {
    const freshness = await this.freshness.freshnessOf(productId);
    return freshness === 'outdated' ? null : freshness;
  }

  freeBecause(): FreeReason {
    return 'up_to_date';
  }

  started({ productId }: ReportInput): Promise<void> {
    return this.products.markGenerating(productId);
  }

  execute({ productId }: ReportInput, attempt: Attempt): Promise<WrittenReport> {
    return this.writer.write(productId, attempt);
  }

  /** Writes the report. One that could read no review costs nothing. */
  async complete(
    result: WrittenReport,
    { id: reportId, input: { productId } }: RunOf<ReportInput>,
  ): Promise<string | null> {
    const generatedAt = await this.queries.insert(reportId, productId, result);
    const { headline, reviewChanges, mentions } = result;
    await this.mentions.insert(reportId, mentions);
    await this.mentions.deleteReplaced(productId, reportId);
    await this.products.markCompleted(productId, { reportId, generatedAt, headline, reviewChanges });
    await this.events.append(REPORT_COMPLETED, {
      report_id: reportId,
      product_id: productId,
      generated_at: generatedAt.toISOString(),
      total_themes: result.themes.length,
    });
    return result.metadata.texts?.read === 0 ? 'no review could be read' : null;
  }

  describe({ themes, metadata }: WrittenReport): Record<string, number> {
    return { reviewsRead: metadata.reviews_read, themes: themes.length };
  }

  /** Keeps the last finished report. */
  async failed({ productId }: ReportInput, run: RunOf<ReportInput>, reason: RunFailureReason): Promise<void> {
    await this.products.markFailed(productId);
    await this.events.append(REPORT_FAILED, { run_id: run.id, product_id: productId, reason });
  }
}
