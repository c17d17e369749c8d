import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type Buyer, type RequestIdentity, RunsService, type Started } from '#accounts/runs/runs.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { GenerateReport } from './generate-report.action.js';
import type { ReportGeneration } from './pain-points.operations.js';

const BATCH = 500;

/** The numbers of reports that were started and that were already being generated. */
export interface FreeGenerations {
  started: number;
  already_in_progress: number;
}

/** Starts the generation of reports, for teams with a charge of one credit and for operators without a charge. */
@Injectable()
export class ReportGenerationService {
  constructor(
    private readonly runs: RunsService,
    private readonly products: ProductReportsService,
    private readonly credits: CreditsService,
  ) {}

  /**
   * Starts a report for one credit. If a report of the product is already being generated, for any team, no new run
   * starts and no credit is charged.
   * @throws 404; 402 `spend_cap_reached` or `insufficient_credits`; 500 without a charge if the job cannot be enqueued.
   */
  async generate(caller: TeamCaller, productId: string, request: RequestIdentity): Promise<ReportGeneration> {
    const isJoined = (await this.start(productId, { caller, ...request })) === 'joined';
    return {
      status: 'generating',
      message: isJoined
        ? 'A report is already being generated; no credit was charged'
        : 'The report is being generated; read it at the pain-points endpoint in a few minutes',
      credits_remaining: await this.credits.balanceOf(caller.team.id),
      already_in_progress: isJoined,
    };
  }

  /**
   * Starts a report without a charge, for operators.
   * @returns false if a report is already being generated. @throws 404; 500 if the job cannot be enqueued.
   */
  async generateFree(productId: string): Promise<boolean> {
    return (await this.start(productId, null)) === 'started';
  }

  /**
   * Starts a report without a charge for every product with reviews. @throws 500 at the first job that cannot be
   * enqueued.
   */
  async generateAllFree(): Promise<FreeGenerations> {
    const counts = { started: 0, already_in_progress: 0 };
    let after: string | null = null;
    for (let ids; (ids = await this.products.findReviewedAfter(after, BATCH)).length > 0; after = ids.at(-1) ?? null) {
      for (const id of ids) counts[(await this.generateFree(id)) ? 'started' : 'already_in_progress']++;
    }
    return counts;
  }

  private async start(id: string, buyer: Buyer | null): Promise<Started<unknown>['state']> {
    const productId = id.toLowerCase();
    if (!(await this.products.exists(productId))) throw notFound();
    return (await this.runs.start(GenerateReport, { productId }, buyer)).state;
  }
}
