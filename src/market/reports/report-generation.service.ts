import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { type Basket, PricingService } from '#accounts/runs/pricing.service.js';
import { type Buyer, type RequestIdentity, RunsService } from '#accounts/runs/runs.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { GenerateReport } from './generate-report.action.js';
import type { ReportGeneration } from './reports.operations.js';
import { ReportFreshness } from './report-freshness.service.js';

const BATCH = 500;

/** The outcome of a request for a report. */
export type GenerationState = 'started' | 'already_in_progress' | 'up_to_date';

/** The number of requests by outcome. */
export type FreeGenerations = Record<GenerationState, number>;

const MESSAGES: Record<GenerationState, string> = {
  started: 'The report is being generated; it can be read when its status is completed',
  already_in_progress: 'A report is already being generated; no credit was charged',
  up_to_date: 'The last report is up to date, because no review has changed since; no credit was charged',
};

/** Starts the generation of reports, for teams with a charge of one credit and for operators without a charge. */
@Injectable()
export class ReportGenerationService {
  constructor(
    private readonly runs: RunsService,
    private readonly pricing: PricingService,
    private readonly products: ProductReportsService,
    private readonly credits: CreditsService,
    private readonly freshness: ReportFreshness,
  ) {}

  /** Starts a report, or prices it if the body says `dry_run`. @throws as `generate` */
  async generateOrPrice(
    caller: TeamCaller,
    { path: { id }, body }: { path: { id: string }; body: DryRunBody },
    request: RequestIdentity,
  ): Promise<OperationResult<ReportGeneration> | DryRun> {
    return body.dry_run ? this.price(id, await this.pricing.open(caller)) : this.generate(caller, id, request);
  }

  /** The price of `generate`. @throws 404 */
  async price(productId: string, basket: Basket): Promise<DryRun> {
    await this.requireProduct(productId);
    return this.pricing.price(GenerateReport, { productId }, basket);
  }

  /**
   * Starts a report for one credit. If a report of the product is already being generated, for any team, no new run
   * starts and no credit is charged. The same holds if a new report would say the same as the last one.
   * @throws 404; 402 `spend_cap_reached` or `insufficient_credits`; 500 without a charge if the job cannot be enqueued.
   */
  async generate(
    caller: TeamCaller,
    productId: string,
    request: RequestIdentity,
  ): Promise<OperationResult<ReportGeneration>> {
    const state = await this.start(productId, { caller, ...request });
    const isUpToDate = state === 'up_to_date';
    const generation: ReportGeneration = {
      status: isUpToDate ? 'completed' : 'generating',
      message: MESSAGES[state],
      credits_remaining: await this.credits.balanceOf(caller.team.id),
      already_in_progress: state === 'already_in_progress',
    };
    return new OperationResult(generation, isUpToDate ? { up_to_date: true } : undefined);
  }

  /**
   * Starts a report without a charge, for operators, under the same conditions.
   * @throws 404; 500 if the job cannot be enqueued.
   */
  generateFree(productId: string): Promise<GenerationState> {
    return this.start(productId, null);
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

  private async start(productId: string, buyer: Buyer | null): Promise<GenerationState> {
    await this.requireProduct(productId);
    for (;;) {
      const started = await this.runs.start(GenerateReport, { productId }, buyer);
      if (started.state === 'joined') return 'already_in_progress';
      if (started.state !== 'existing') return 'started';
      // A review may be imported before the empty report is written.
      if (started.result === 'current' || (await this.freshness.writeEmpty(productId))) return 'up_to_date';
    }
  }

  /** @throws 404 */
  private async requireProduct(productId: string): Promise<void> {
    if (!(await this.products.exists(productId))) throw notFound();
  }
}
