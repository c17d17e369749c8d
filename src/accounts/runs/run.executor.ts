import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import type { Attempt } from './paid-action.js';
import { PaidActions, type RegisteredAction } from './paid-actions.js';
import { RunOutcomes } from './run-outcomes.service.js';
import { type RunRow, RunsQueries } from './runs.queries.js';

/**
 * How an attempt ended: `idle` where there was nothing to claim, `lost` where the run ended or was claimed again meanwhile,
 * `released` where the worker stopped, `failed` where the run did, with its credit refunded.
 */
export type AttemptOutcome = 'completed' | 'failed' | 'idle' | 'lost' | 'released';

/** Executes runs, in the worker. */
@Injectable()
export class RunExecutor implements BeforeApplicationShutdown {
  private readonly log = new Logger(RunExecutor.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly actions: PaidActions,
    private readonly queries: RunsQueries,
    private readonly outcomes: RunOutcomes,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Claims a run of the kind and executes it; `onProgress` is told percents.
   * @throws what the attempt threw when another attempt follows; the run has been released for that.
   */
  async execute(
    kind: string,
    runId: string,
    onProgress: (percent: number) => void = () => undefined,
  ): Promise<AttemptOutcome> {
    const action = this.actions.get(kind);
    const { maxAttempts } = action;
    const lease = await this.outcomes.leases.claim([runId], { maxAttempts, set: { progress: 0 } });
    if (!lease) return 'idle';
    const attempt = new ReportingAttempt(lease, this.outcomes, onProgress, this.log);
    const work = (): Promise<unknown> => action.work.execute(lease.row.input, attempt);
    try {
      const output = await this.outcomes.leases.hold(lease, work, this.stopping.signal);
      if (await this.outcomes.complete(lease, output)) return 'completed';
      // The purchase ended while the work went on, so what is left of the run ends too.
      await this.outcomes.fail(lease.row, 'The deadline passed');
      return 'lost';
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      return this.giveBack(action, lease, error);
    }
  }

  /** Releases what is being executed, so that another worker can go on with it at once. */
  beforeApplicationShutdown(): void {
    this.stopping.abort(new Error('The worker stops'));
  }

  private async giveBack(action: RegisteredAction, lease: Lease<RunRow>, error: unknown): Promise<AttemptOutcome> {
    const { row: run, attempt } = lease;
    const { leases } = this.outcomes;
    if (this.stopping.signal.aborted) {
      if (await leases.release(lease, { progress: 0 })) await this.requeue(action, run);
      return 'released';
    }
    this.log.warn({ error, kind: run.kind, runId: run.id, attempt }, 'attempt failed');
    if (attempt < action.maxAttempts) {
      await leases.release(lease, { progress: 0, enqueued_at: new Date() });
      throw error;
    }
    const failure = error instanceof Error ? error.message : String(error);
    return (await this.outcomes.fail(run, failure, action.options.messages.refundReason)) ? 'failed' : 'lost';
  }

  private async requeue(action: RegisteredAction, run: RunRow): Promise<void> {
    const requeues = await this.queries.requeue(run.id);
    if (requeues === null) return;
    await this.jobs
      .enqueue(action.jobOf(run), run.id, requeues)
      .catch((error: unknown) => this.log.warn({ error, runId: run.id }, 'released run not queued; the reaper will'));
  }
}

/** Writes progress with the renewal of the lease. */
class ReportingAttempt implements Attempt {
  private percent = 0;
  private itemsTotal: number | null = null;

  constructor(
    private readonly lease: Lease<RunRow>,
    private readonly outcomes: RunOutcomes,
    private readonly onProgress: (percent: number) => void,
    private readonly log: Logger,
  ) {}

  async report(percent: number, itemsTotal: number | null = null): Promise<void> {
    if (percent === this.percent && itemsTotal === this.itemsTotal) return;
    this.percent = percent;
    this.itemsTotal = itemsTotal;
    this.onProgress(percent);
    const set = { progress: percent, items_total: itemsTotal };
    const isHeld = await this.outcomes.leases.renew(this.lease, set).catch((error: unknown) => {
      // Progress that is not written is no loss: the next report tells.
      this.log.warn({ error, runId: this.lease.row.id }, 'progress not written');
      return true;
    });
    if (!isHeld) throw new LeaseLost();
  }
}
