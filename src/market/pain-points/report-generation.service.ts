import { Injectable, Logger } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { internalError } from '#platform/errors/application-error.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import { GENERATE_FREE_REPORT, GENERATE_REPORT } from './pain-points.jobs.js';
import type { ReportGeneration } from './pain-points.operations.js';
import type { Run } from './report-runs.queries.js';
import { ReportRunsService } from './report-runs.service.js';

const BATCH = 500;

/** What starting reports of all products came to. */
export interface FreeGenerations {
  started: number;
  already_in_progress: number;
}

/** Starts reports: for teams, who pay a credit, and for operators, who do not. */
@Injectable()
export class ReportGenerationService {
  private readonly log = new Logger(ReportGenerationService.name);

  constructor(
    private readonly runs: ReportRunsService,
    private readonly products: ProductReportsService,
    private readonly credits: CreditsService,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Starts a report for one credit; while one is under way, whoever started it, it joins that and costs nothing.
   * @throws 404; 402 `spend_cap_reached` or `insufficient_credits`; 500 when the work cannot be queued, without a charge.
   */
  async generate(
    caller: TeamCaller,
    productId: string,
    { requestId, idempotencyId }: { requestId: string; idempotencyId?: string },
  ): Promise<ReportGeneration> {
    const thing = productId.toLowerCase();
    const begun = await this.runs.begin({
      productId,
      idempotencyId,
      pay: async (deadlineSeconds) =>
        (await this.credits.open({ caller, requestId, action: 'generate_report', price: 1, thing, deadlineSeconds }))
          .purchaseId,
    });
    if (begun.state === 'begun' && !(await this.ring(begun.run))) {
      throw internalError('Report generation is unavailable at the moment; no credit was charged');
    }
    return {
      status: 'generating',
      message:
        begun.state === 'under-way'
          ? 'A report is already being generated; no credit was charged'
          : 'The report is being generated; read it at the pain-points endpoint in a few minutes',
      credits_remaining: await this.credits.balanceOf(caller.team.id),
      already_in_progress: begun.state === 'under-way',
    };
  }

  /**
   * Starts a report without a charge, for operators.
   * @returns false when one is under way. @throws 404; 500 when the work cannot be queued.
   */
  async generateFree(productId: string): Promise<boolean> {
    const begun = await this.runs.begin({ productId });
    if (begun.state === 'begun' && !(await this.ring(begun.run))) {
      throw internalError('Report generation is unavailable at the moment');
    }
    return begun.state === 'begun';
  }

  /** Starts a report without a charge for every product with reviews. @throws 500 at the first that cannot be queued. */
  async generateAllFree(): Promise<FreeGenerations> {
    const done = { started: 0, already_in_progress: 0 };
    let after: string | null = null;
    for (let ids; (ids = await this.products.reviewedAfter(after, BATCH)).length > 0; after = ids.at(-1) ?? null) {
      for (const id of ids) done[(await this.generateFree(id)) ? 'started' : 'already_in_progress']++;
    }
    return done;
  }

  /** @returns false when no worker will hear of the run, which then has failed and is paid back. */
  private async ring(run: Run): Promise<boolean> {
    try {
      await this.jobs.enqueue(run.purchase_id ? GENERATE_REPORT : GENERATE_FREE_REPORT, run.id);
      return true;
    } catch (error) {
      this.log.error({ error, reportId: run.id }, 'report not queued');
      // A ring that seemed to fail may have been heard: a run that is claimed by now goes on.
      return !(await this.runs.fail(run, 'The work could not be queued'));
    }
  }
}
