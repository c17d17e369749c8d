import { Injectable, Logger } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { PaidActions } from './paid-actions.js';
import { OVERDUE, WORKER_DIED } from './run-failure.js';
import { RunOutcomes } from './run-outcomes.service.js';
import { type RunRow, RunsQueries } from './runs.queries.js';

/** A run is enqueued again when no worker has claimed it for this long. */
const REQUEUE_AFTER_SECONDS = 30;
/** Leaves time for overdue runs to fail, which also refunds their purchases. */
const PURCHASE_GRACE_SECONDS = 60;
const BATCH = 200;
const TEAMS_FIRST = 'team_id IS NULL, turn, enqueued_at';

/** The maximum number of changes in one pass of the reaper. */
export interface Reaped {
  failed: number;
  requeued: number;
  refunded: number;
}

/**
 * Fails runs that are overdue or whose attempts are exhausted, and enqueues unclaimed runs again. Several workers may
 * run it at once.
 */
@Injectable()
export class RunsReaper {
  private readonly log = new Logger(RunsReaper.name);

  constructor(
    private readonly queries: RunsQueries,
    private readonly actions: PaidActions,
    private readonly outcomes: RunOutcomes,
    private readonly credits: CreditsService,
    private readonly jobs: JobQueue,
  ) {}

  /** One pass. Finally refunds overdue purchases that no run has closed. */
  @OnDue({ name: 'reap-runs', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async reap(): Promise<Reaped> {
    const reaped = { failed: 0, requeued: 0, refunded: 0 };
    const onFailure = (error: unknown, { id, kind }: RunRow): void =>
      this.log.error({ error, id, kind }, 'run not reaped');
    const overdue = await this.queries.findOverdue(BATCH);
    reaped.failed += await eachAlone(
      overdue,
      (run) => this.outcomes.fail(run, OVERDUE, 'the deadline passed'),
      onFailure,
    );
    for (const { options, maxAttempts } of this.actions.all()) {
      const exhausted = await this.queries.findExhausted(options.kind, maxAttempts, BATCH);
      reaped.failed += await eachAlone(
        exhausted,
        (run) => this.outcomes.fail(run, WORKER_DIED, 'the process died'),
        onFailure,
      );
    }
    const unclaimed = await this.outcomes.leases.requeueUnclaimed(REQUEUE_AFTER_SECONDS, BATCH, TEAMS_FIRST);
    reaped.requeued = await eachAlone(
      unclaimed,
      (run) => this.jobs.enqueue(this.actions.get(run.kind).jobOf(run), run.id, run.requeues),
      onFailure,
    );
    reaped.refunded = await this.credits.refundOverdue(PURCHASE_GRACE_SECONDS);
    if (reaped.failed + reaped.requeued + reaped.refunded > 0) this.log.warn(reaped, 'runs reaped');
    return reaped;
  }
}
