import { Injectable, Logger } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import { withLogFields } from '#platform/logging/log.fields.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { PaidActions, type RegisteredAction } from './paid-actions.js';
import { OVERDUE, WORKER_DIED } from './run-failure.js';
import { RunOutcomes } from './run-outcomes.service.js';
import { type RunRow, RunsQueries } from './runs.queries.js';

/** A run whose job is gone is enqueued again when no worker has claimed it for this long. */
const REQUEUE_AFTER_SECONDS = 30;
/** Leaves time for overdue runs to fail, which also refunds their purchases. */
const PURCHASE_GRACE_SECONDS = 60;
/** The most runs of one step of a pass: those that are overdue, those of one action whose attempts are exhausted, those to enqueue again. */
const BATCH = 200;
const TEAMS_FIRST = 'team_id IS NULL, turn, enqueued_at';

/** What one pass of the reaper has done: runs that it failed and enqueued again, and purchases that it refunded. */
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

  /** One pass. Finally refunds overdue purchases that no run has closed. @throws ItemsFailed if a part of it failed */
  @OnDue({ name: 'reap-runs', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async reap(): Promise<Reaped> {
    const reaped = { failed: 0, requeued: 0, refunded: 0 };
    const parts = [
      () => this.failOverdue(reaped),
      ...this.actions.all().map((action) => () => this.failExhausted(action, reaped)),
      () => this.requeueUnclaimed(reaped),
      async () => (reaped.refunded = await this.credits.refundOverdue(PURCHASE_GRACE_SECONDS)),
    ];
    try {
      await eachAlone(
        parts,
        (part) => part(),
        (error) => this.log.error({ error }, 'a part of the pass failed'),
      );
    } finally {
      if (reaped.failed + reaped.requeued + reaped.refunded > 0) this.log.warn(reaped, 'runs reaped');
    }
    return reaped;
  }

  private async failOverdue(reaped: Reaped): Promise<void> {
    await this.forEach(await this.queries.findOverdue(BATCH), async (run) => {
      if (await this.outcomes.fail(run, OVERDUE, 'the deadline passed')) reaped.failed++;
    });
  }

  private async failExhausted({ options, maxAttempts }: RegisteredAction, reaped: Reaped): Promise<void> {
    await this.forEach(await this.queries.findExhausted(options.kind, maxAttempts, BATCH), async (run) => {
      if (await this.outcomes.fail(run, WORKER_DIED, 'the process died')) reaped.failed++;
    });
  }

  private async requeueUnclaimed(reaped: Reaped): Promise<void> {
    const unclaimed = await this.outcomes.leases.requeueUnclaimed(REQUEUE_AFTER_SECONDS, BATCH, TEAMS_FIRST);
    await this.forEach(unclaimed, async (run) => {
      const job = this.actions.get(run.kind).jobOf(run);
      // Where all workers are busy, a run waits for long, and each further job would only find nothing to do.
      if (await this.jobs.isWaiting(job, run.id, run.requeues - 1)) return this.queries.keepJob(run);
      await this.jobs.enqueue(job, run.id, run.requeues);
      reaped.requeued++;
    });
  }

  /** What is done for a run, its log lines and its job, has the id of the request that bought it. */
  private async forEach<Run extends RunRow>(runs: Run[], work: (run: Run) => Promise<void>): Promise<void> {
    const inRequest = async (run: Run): Promise<void> => {
      const request_id = run.purchase_id && (await this.credits.requestOf(run.purchase_id));
      return withLogFields({ request_id: request_id ?? undefined }, () => work(run));
    };
    await eachAlone(runs, inRequest, (error, { id, kind }) => this.log.error({ error, id, kind }, 'run not reaped'));
  }
}
