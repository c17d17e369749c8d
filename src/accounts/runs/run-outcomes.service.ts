import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { PaidActions } from './paid-actions.js';
import { RunMetrics, type RunOutcome } from './run.metrics.js';
import { type RunRow, RunsQueries } from './runs.queries.js';

/** The key of a run in `RowWatch`. */
export const watchKeyOf = (runId: string): string => `run:${runId}`;

/**
 * Ends runs. Result, purchase and run change in one transaction, which locks the run first, then purchase and account,
 * then the rows of the action.
 */
@Injectable()
export class RunOutcomes {
  readonly leases: LeasedRows<RunRow>;

  constructor(
    private readonly database: Database,
    private readonly queries: RunsQueries,
    private readonly actions: PaidActions,
    private readonly credits: CreditsService,
    private readonly metrics: RunMetrics,
    private readonly watch: RowWatch,
  ) {
    this.leases = new LeasedRows<RunRow>(database, { name: 'runs', key: ['id'] });
  }

  /**
   * Writes the result, and keeps or refunds the charge as the action decides.
   * @returns false, and writes nothing, when the run has ended, was claimed again, or its purchase has ended
   */
  async complete(lease: Lease<RunRow>, output: unknown): Promise<boolean> {
    const { row: run } = lease;
    const { work } = this.actions.get(run.kind);
    try {
      await this.database.transaction(async () => {
        if (!(await this.leases.complete(lease, { progress: 100 }))) throw new TooLate();
        const refundReason = await work.complete(output, run);
        if (run.purchase_id && !(await this.closePurchase(run.purchase_id, refundReason))) throw new TooLate();
        await this.announce(run, refundReason === null ? 'completed' : 'refunded');
      });
      return true;
    } catch (error) {
      if (error instanceof TooLate) return false;
      throw error;
    }
  }

  /**
   * Fails a run and refunds its charge. `failure` is for operators, `reason` appears in the team's ledger.
   * @returns false when the run has ended, or was claimed since it was read
   */
  async fail(run: RunRow, failure: string, reason = failure): Promise<boolean> {
    const { work } = this.actions.get(run.kind);
    return this.database.transaction(async () => {
      if (!(await this.queries.fail(run, failure))) return false;
      if (run.purchase_id) await this.credits.refund(run.purchase_id, reason);
      await work.failed?.(run.input);
      await this.announce(run, 'failed');
      return true;
    });
  }

  private closePurchase(purchaseId: string, refundReason: string | null): Promise<boolean> {
    return refundReason === null ? this.credits.settle(purchaseId) : this.credits.refund(purchaseId, refundReason);
  }

  private announce(run: RunRow, outcome: RunOutcome): Promise<void> {
    return this.database.afterCommit(async () => {
      this.metrics.count(run.kind, outcome);
      await this.watch.notify(watchKeyOf(run.id));
    });
  }
}

/** Rolls back the completion of a run that has ended or whose purchase has ended. */
class TooLate extends Error {}
