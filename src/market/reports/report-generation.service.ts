import { Injectable } from '@nestjs/common';
import { RunsService } from '#accounts/runs/runs.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { GenerateReport } from './generate-report.action.js';
import { type GenerationOutcome, ReportFreshness } from './report-freshness.service.js';

const BATCH = 500;

/** The number of requests by outcome. */
export type FreeGenerations = Record<GenerationOutcome, number>;

/** Starts the generation of reports for operators, without a charge. */
@Injectable()
export class ReportGenerationService {
  constructor(
    private readonly runs: RunsService,
    private readonly products: ProductReportsService,
    private readonly freshness: ReportFreshness,
  ) {}

  /**
   * Starts a report under the same conditions as that of a team.
   * @throws 404; 500 if the job cannot be enqueued.
   */
  async generateFree(productId: string): Promise<GenerationOutcome> {
    await this.freshness.requireProduct(productId);
    for (;;) {
      const started = await this.runs.start(GenerateReport, { productId }, null);
      const state = await this.freshness.stateAfter(productId, started);
      if (state) return state;
    }
  }

  /**
   * Starts a report without a charge for every product with reviews. @throws 500 at the first job that cannot be
   * enqueued.
   */
  async generateAllFree(): Promise<FreeGenerations> {
    const counts = { started: 0, already_in_progress: 0, up_to_date: 0 };
    let after: string | null = null;
    for (let ids; (ids = await this.products.findReviewedAfter(after, BATCH)).length > 0; after = ids.at(-1) ?? null) {
      for (const id of ids) counts[await this.generateFree(id)]++;
    }
    return counts;
  }
}
