import { PaidAction, type Attempt, type PaidWork, type RunOf } from '#accounts/runs/paid-action.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { PainPointsQueries } from './pain-points.queries.js';
import type { ReportResult } from './report.composer.js';
import { ReportWriter } from './report.writer.js';

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
export class GenerateReport implements PaidWork<ReportInput, ReportResult> {
  constructor(
    private readonly writer: ReportWriter,
    private readonly queries: PainPointsQueries,
    private readonly products: ProductReportsService,
  ) {}

  itemOf({ productId }: ReportInput): string {
    return productId;
  }

  started({ productId }: ReportInput): Promise<void> {
    return this.products.markGenerating(productId);
  }

  execute({ productId }: ReportInput, attempt: Attempt): Promise<ReportResult> {
    return this.writer.write(productId, attempt);
  }

  async complete(result: ReportResult, { id: reportId, input: { productId } }: RunOf<ReportInput>): Promise<null> {
    const generatedAt = await this.queries.insert(reportId, productId, result);
    await this.products.markCompleted(productId, { reportId, generatedAt, headline: result.headline });
    return null;
  }

  /** Keeps the last finished report. */
  failed({ productId }: ReportInput): Promise<void> {
    return this.products.markFailed(productId);
  }
}
