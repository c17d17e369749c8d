import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { inModeOf } from '#platform/caller/test-mode.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import type { Attempt } from './paid-action.js';
import { PaidActions, type RegisteredAction } from './paid-actions.js';
import { runFailureOf, FinalFailure, OVERDUE } from './run-failure.js';
import { RunOutcomes } from './run-outcomes.service.js';
import { type RunRow, RunsQueries } from './runs.queries.js';

/** The minimum time before the deadline for an attempt to begin. */
const MIN_ATTEMPT_MS = 5_000;

/** The progress of a run that waits. */
const BEGINNING = { progress: 0, so_far: null };

/**
 * The outcome of an attempt. `idle`: there was no run to claim. `lost`: the run ended or was claimed again meanwhile.
 * `released`: the worker stopped. `failed`: the run failed and was refunded.
 */
export type AttemptOutcome = 'completed' | 'failed' | 'idle' | 'lost' | 'released';

/** Executes runs, in the worker. */
@Injectable()
export class RunExecutor implements BeforeApplicationShutdown {
  private readonly log = new Logger(RunExecutor.name);
  private readonly stopping = new AbortController();
  private readonly attempts = new Set<Promise<AttemptOutcome>>();

  constructor(
    private readonly actions: PaidActions,
    private readonly queries: RunsQueries,
    private readonly outcomes: RunOutcomes,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Claims a run of the kind and executes it. Calls `onProgress` with percents.
   * @throws the error of the attempt when another attempt follows; the run has been released for it
   */
  async execute(
    kind: string,
    runId: string,
    onProgress: (percent: number) => void = () => undefined,
  ): Promise<AttemptOutcome> {
    const attempt = this.attempt(this.actions.get(kind), runId, onProgress);
    this.attempts.add(attempt);
    return attempt.finally(() => this.attempts.delete(attempt));
  }

  /** Releases the runs in execution, so that another worker can claim them at once. Waits until they are. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The worker stops'));
    await Promise.allSettled(this.attempts);
  }

  private async attempt(
    action: RegisteredAction,
    runId: string,
    onProgress: (percent: number) => void,
  ): Promise<AttemptOutcome> {
    if (this.stopping.signal.aborted) return this.leave(action, runId);
    const { maxAttempts } = action;
    const lease = await this.outcomes.leases.claim([runId], { maxAttempts, set: BEGINNING });
    if (!lease) return 'idle';
    const deadlineAt = lease.row.deadline_at ?? new Date(Date.now() + action.deadlineSeconds * 1_000);
    const attempt = new ReportingAttempt(lease, deadlineAt, this.outcomes, onProgress, this.log);
    const work = (): Promise<unknown> =>
      inModeOf(lease.row.team_id, () => action.work.execute(lease.row.input, attempt));
    try {
      const output = await this.outcomes.leases.hold(lease, work, this.stopping.signal);
      if (await this.outcomes.complete(lease, output)) return 'completed';
      // The purchase ended during the work, so the run ends too.
      await this.outcomes.fail(lease.row, OVERDUE);
      return 'lost';
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      return this.endFailedAttempt(action, lease, error);
    }
  }

  private async endFailedAttempt(
    action: RegisteredAction,
    lease: Lease<RunRow>,
    error: unknown,
  ): Promise<AttemptOutcome> {
    const { row: run, attempt } = lease;
    const { leases } = this.outcomes;
    if (this.stopping.signal.aborted) {
      if (await leases.release(lease, BEGINNING)) await this.requeue(action, run);
      return 'released';
    }
    this.log.warn({ error, kind: run.kind, runId: run.id, attempt }, 'attempt failed');
    if (attempt < action.maxAttempts && !isDue(run) && !(error instanceof FinalFailure)) {
      await leases.release(lease, { ...BEGINNING, enqueued_at: new Date() });
      throw error;
    }
    const isFailed = await this.outcomes.fail(run, runFailureOf(error), action.options.messages.refundReason);
    return isFailed ? 'failed' : 'lost';
  }

  /** Leaves a run to another worker. A claim would end at once, and count as an attempt. */
  private async leave(action: RegisteredAction, runId: string): Promise<'released'> {
    const run = await this.queries.find(runId);
    if (run) await this.requeue(action, run);
    return 'released';
  }

  private async requeue(action: RegisteredAction, run: RunRow): Promise<void> {
    const requeues = await this.queries.requeue(run.id);
    if (requeues === null) return;
    await this.jobs
      .enqueue(action.jobOf(run), run.id, requeues)
      .catch((error: unknown) =>
        this.log.warn({ error, runId: run.id }, 'released run not enqueued; the reaper will enqueue it'),
      );
  }
}

/** Whether the deadline is too near for another attempt. */
const isDue = ({ deadline_at }: RunRow): boolean =>
  deadline_at !== null && deadline_at.getTime() - Date.now() < MIN_ATTEMPT_MS;

/** Writes progress together with the renewal of the lease. */
class ReportingAttempt implements Attempt {
  private percent = 0;
  private itemsTotal: number | null = null;

  constructor(
    private readonly lease: Lease<RunRow>,
    readonly deadlineAt: Date,
    private readonly outcomes: RunOutcomes,
    private readonly onProgress: (percent: number) => void,
    private readonly log: Logger,
  ) {}

  async report(percent: number, itemsTotal: number | null = null, soFar?: object): Promise<void> {
    if (percent === this.percent && itemsTotal === this.itemsTotal && !soFar) return;
    this.percent = percent;
    this.itemsTotal = itemsTotal;
    this.onProgress(percent);
    const set = { progress: percent, items_total: itemsTotal, ...(soFar && { so_far: soFar }) };
    const isHeld = await this.outcomes.leases.renew(this.lease, set).catch((error: unknown) => {
      // A failed write is harmless, because the next report writes the progress again.
      this.log.warn({ error, runId: this.lease.row.id }, 'progress not written');
      return true;
    });
    if (!isHeld) throw new LeaseLost();
  }
}
