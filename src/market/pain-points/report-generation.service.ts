import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type Buyer, type RequestIdentity, RunsService, type Started } from '#accounts/runs/runs.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { GenerateReport } from './generate-report.action.js';
import type { ReportGeneration } from './pain-points.operations.js';

const BATCH = 500;

/** How many reports of all products were started. */
export interface FreeGenerations {
  started: number;
  already_in_progress: number;
}

/** Starts reports: for teams, who pay a credit, and for operators, who do not. */
@Injectable()
export class ReportGenerationService {
  constructor(
    private readonly runs: RunsService,
    private readonly products: ProductReportsService,
    private readonly credits: CreditsService,
  ) {}

  /**
   * Starts a report for one credit; while one is being generated, whoever started it, it joins that and costs nothing.
   * @throws 404; 402 `spend_cap_reached` or `insufficient_credits`; 500 when the work cannot be queued, without a charge.
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
   * @returns false when one is being generated. @throws 404; 500 when the work cannot be queued.
   */
  async generateFree(productId: string): Promise<boolean> {
    return (await this.start(productId, null)) === 'started';
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

  private async start(id: string, buyer: Buyer | null): Promise<Started<unknown>['state']> {
    const productId = id.toLowerCase();
    if (!(await this.products.exists(productId))) throw notFound();
    return (await this.runs.start(GenerateReport, { productId }, buyer)).state;
  }
}
