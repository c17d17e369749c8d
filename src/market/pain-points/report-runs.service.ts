import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ENV, type Env } from '#config/env.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { type ReportResult, type Run, ReportRunsQueries } from './report-runs.queries.js';

/** What somebody asks for. `pay` opens the purchase and answers its id; an operator's run has none. */
export interface RunRequest {
  productId: string;
  pay?: (deadlineSeconds: number) => Promise<string>;
  /** The same whenever the same request is sent again. */
  idempotencyId?: string;
}

/** What came of it: `repeated` where this very request has begun a run before, so that a lost answer costs nothing. */
export type Begun = { state: 'begun'; run: Run } | { state: 'under-way' } | { state: 'repeated' };

/**
 * The life of a generation run. Begin, complete and fail are each one transaction over run, purchase and product, and
 * lock the product first.
 */
@Injectable()
export class ReportRunsService {
  constructor(
    private readonly database: Database,
    private readonly queries: ReportRunsQueries,
    private readonly products: ProductReportsService,
    private readonly credits: CreditsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Begins a run unless one is under way, or this very request began one before; `pay` is asked only where one begins.
   * @throws 404, and whatever `pay` throws.
   */
  async begin({ productId, pay, idempotencyId }: RunRequest): Promise<Begun> {
    const deadlineSeconds = this.env.REPORT_DEADLINE_SECONDS;
    return this.database.transaction(async () => {
      if (!(await this.products.lock(productId))) throw notFound();
      if (idempotencyId && (await this.queries.wasBegunBy(productId, idempotencyId))) return { state: 'repeated' };
      if (await this.queries.openOne(productId)) return { state: 'under-way' };
      const purchase_id = pay ? await pay(deadlineSeconds) : null;
      const run = { id: uuidv7(), product_id: productId, purchase_id, attempts: 0 };
      await this.queries.insert(run, deadlineSeconds, idempotencyId ?? null);
      await this.products.noteStarted(productId);
      return { state: 'begun', run };
    });
  }

  /** Stores the report and keeps the charge. @returns false when the run had ended or the credit went back: late work cannot win. */
  async complete(run: Run, result: ReportResult): Promise<boolean> {
    try {
      await this.database.transaction(async () => {
        await this.products.lock(run.product_id);
        const generatedAt = await this.queries.complete(run, result);
        if (!generatedAt) throw new TooLate();
        if (run.purchase_id && !(await this.credits.settle(run.purchase_id))) throw new TooLate();
        const finished = { reportId: run.id, generatedAt, headline: result.headline };
        await this.products.noteFinished(run.product_id, finished);
      });
      return true;
    } catch (error) {
      if (error instanceof TooLate) return false;
      throw error;
    }
  }

  /** Gives a run up and the credit back; the last finished report stays. @returns false when the run had ended or is claimed anew. */
  async fail(run: Run, failure: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.products.lock(run.product_id);
      if (!(await this.queries.fail(run, failure))) return false;
      if (run.purchase_id) await this.credits.refund(run.purchase_id, failure);
      await this.products.noteFailed(run.product_id);
      return true;
    });
  }
}

/** Rolls a completion back whose purchase or run has ended. */
class TooLate extends Error {}
