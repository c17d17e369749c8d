import type { FreeReason } from '#accounts/runs/dry-run.dto.js';
import {
  PaidAction,
  type Attempt,
  type PaidCall,
  type PaidWork,
  type RunOf,
  type Sale,
} from '#accounts/runs/paid-action.js';
import type { RunFailureReason } from '#accounts/runs/run-failure.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { EventLog } from '#platform/events/event-log.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { REPORT_COMPLETED, REPORT_FAILED } from './reports.events.js';
import { generateReport, type ReportGeneration } from './reports.operations.js';
import { ReportsQueries } from './reports.queries.js';
import { type ExistingReport, type GenerationOutcome, ReportFreshness } from './report-freshness.service.js';
import { REPORT_EFFECTS } from './report.effects.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { ReportWriter, type WrittenReport } from './report.writer.js';

/** The product of the report. */
export interface ReportInput {
  /** In lowercase. */
  productId: string;
}

const MESSAGES: Record<GenerationOutcome, string> = {
  started: 'The report is being generated; it can be read when its status is completed',
  already_in_progress: 'A report is already being generated; no credit was charged',
  up_to_date: 'The last report is up to date, because no review has changed since; no credit was charged',
};

const NO_REVIEWS = 'The product has no reviews yet, so its report is empty; no credit was charged';

/** Generates the report of a product, which all teams share. The report has the id of its run. */
@PaidAction({
  operation: generateReport,
  subject: 'product',
  title: 'Reports',
  freeWhen: 'one is being generated, or no review has changed since the last',
  describe: (_, name) => `a pain-points report of ${name}`,
  link: (productId) => ({ text: 'Report', subjectId: productId }),
  effects: REPORT_EFFECTS,
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
export class GenerateReport implements PaidWork<ReportInput, WrittenReport, ExistingReport> {
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

  subjectOf({ productId }: ReportInput): string {
    return productId;
  }

  async inputOf(_: TeamCaller, { path: { id: productId } }: PaidCall): Promise<ReportInput> {
    await this.freshness.requireProduct(productId);
    return { productId };
  }

  /** A report without new findings costs nothing. */
  async findExisting({ productId }: ReportInput): Promise<ExistingReport | null> {
    const freshness = await this.freshness.freshnessOf(productId);
    return freshness === 'outdated' ? null : freshness;
  }

  freeBecause(existing: ExistingReport): FreeReason {
    return existing === 'generating' ? 'already_in_progress' : 'up_to_date';
  }

  started({ productId }: ReportInput): Promise<void> {
    return this.products.markGenerating(productId);
  }

  execute({ productId }: ReportInput, attempt: Attempt): Promise<WrittenReport> {
    return this.writer.write(productId, attempt);
  }

  /** Writes the report. It is free if no review could be read. @throws Error if texts were erased since they were read */
  async complete(
    result: WrittenReport,
    { id: reportId, input: { productId } }: RunOf<ReportInput>,
  ): Promise<string | null> {
    const { headline, reviewChanges, textErasures, mentions } = result;
    // An erasure waits for this lock, and then finds the report.
    if ((await this.queries.lockErasures(productId)) !== textErasures)
      throw new Error('Texts of the product were erased while its report was written');
    const generatedAt = await this.queries.insert(reportId, productId, result);
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

  /**
   * If a report of the product is already being generated, for any team, no new run starts and no credit is charged.
   * The same holds if a new report would equal the last one.
   */
  async answer(sale: Sale<ReportInput, ExistingReport>): Promise<OperationResult<ReportGeneration> | null> {
    const state = await this.freshness.stateAfter(sale.input.productId, sale);
    if (!state) return null;
    const isUpToDate = state === 'up_to_date';
    const generation: ReportGeneration = {
      status: isUpToDate ? 'completed' : 'generating',
      message: isUpToDate && sale.result === 'empty' ? NO_REVIEWS : MESSAGES[state],
      credits_remaining: sale.creditsRemaining,
      already_in_progress: state === 'already_in_progress',
    };
    return new OperationResult(generation, isUpToDate ? { up_to_date: true } : undefined);
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
