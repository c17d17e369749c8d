import { Injectable, Logger } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { PaidActions } from './paid-actions.js';
import { RunMetrics, type RunOutcome } from './run.metrics.js';
import type { RunFailure } from './run-failure.js';
import { RUN_COLUMNS, type RunRow, RunsQueries } from './runs.queries.js';

/** The key of a run in `RowWatch`. */
export const watchKeyOf = (runId: string): string => `run:${runId}`;

/** Ends runs. Result, purchase and run change in one transaction, which locks the run first. */
@Injectable()
export class RunOutcomes {
  readonly leases: LeasedRows<RunRow>;
  private readonly log = new Logger(RunOutcomes.name);

  constructor(
    private readonly database: Database,
    private readonly queries: RunsQueries,
    private readonly actions: PaidActions,
    private readonly credits: CreditsService,
    private readonly metrics: RunMetrics,
    private readonly watch: RowWatch,
  ) {
    this.leases = new LeasedRows<RunRow>(database, { name: 'runs', key: ['id'], columns: RUN_COLUMNS });
  }

  /**
   * Writes the result, and keeps or refunds the charge as the action decides.
   * @returns false, and writes nothing, when the run has ended, was claimed again, or its purchase has ended
   */
  async complete(lease: Lease<RunRow>, output: unknown): Promise<boolean> {
    const { row: run } = lease;
    const { work } = this.actions.get(run.kind);
    try {
      await this.inTransactionOf(run, async () => {
        if (!(await this.leases.complete(lease, { progress: 100, so_far: null }))) throw new TooLate();
        const refundReason = await work.complete(output, run);
        if (run.purchase_id && !(await this.closePurchase(run.purchase_id, refundReason))) throw new TooLate();
        const outcome = refundReason === null ? 'completed' : 'refunded';
        await this.announce(run, outcome, work.describe?.(output));
      });
      return true;
    } catch (error) {
      if (error instanceof TooLate) return false;
      throw error;
    }
  }

  /**
   * Fails a run and refunds its charge. `refundReason` appears in the team's ledger.
   * @returns false when the run has ended, or was claimed since it was read
   */
  async fail(run: RunRow, failure: RunFailure, refundReason = failure.detail): Promise<boolean> {
    const { work } = this.actions.get(run.kind);
    return this.inTransactionOf(run, async () => {
      if (!(await this.queries.fail(run, failure))) return false;
      if (run.purchase_id) await this.credits.refund(run.purchase_id, refundReason);
      await work.failed?.(run.input, run, failure.reason);
      await this.announce(run, 'failed', { reason: failure.reason, failure: failure.detail });
      return true;
    });
  }

  /** The rows of the action are those of the team's mode. */
  private inTransactionOf<T>({ team_id }: RunRow, work: () => Promise<T>): Promise<T> {
    return inModeOf(team_id, () => this.database.transaction(work));
  }

  private closePurchase(purchaseId: string, refundReason: string | null): Promise<boolean> {
    return refundReason === null ? this.credits.settle(purchaseId) : this.credits.refund(purchaseId, refundReason);
  }

  /** Counts the run, writes its line to the log, and wakes the callers that wait for it. */
  private announce(run: RunRow, outcome: RunOutcome, more: object = {}): Promise<void> {
    const { id: runId, kind, item, team_id: teamId, created_at } = run;
    return this.database.afterCommit(async () => {
      this.metrics.count(kind, outcome);
      const seconds = Math.round((Date.now() - created_at.getTime()) / 100) / 10;
      const line = { kind, runId, teamId, item, seconds, ...more };
      if (outcome === 'failed') this.log.warn(line, 'run failed');
      else this.log.log({ ...line, outcome }, 'run completed');
      await this.watch.notify(watchKeyOf(run.id));
    });
  }
}

/** Rolls back the completion of a run that has ended or whose purchase has ended. */
class TooLate extends Error {}
