import { Injectable, Logger } from '@nestjs/common';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { GENERATE_FREE_REPORT, GENERATE_REPORT, MAX_ATTEMPTS } from './pain-points.jobs.js';
import { ReportRunsQueries } from './report-runs.queries.js';
import { ReportRunsService } from './report-runs.service.js';

/** A run is rung for again when nothing came of the last ring for this long. */
const RING_AFTER_SECONDS = 30;
const BATCH = 200;

/** What one round came to. */
export interface SweptRuns {
  failed: number;
  rung: number;
}

/** Finds runs that the queue forgot or whose worker died. Every step is conditional on the row, so several workers may sweep at once. */
@Injectable()
export class PainPointsSweeper {
  private readonly log = new Logger(PainPointsSweeper.name);

  constructor(
    private readonly runs: ReportRunsService,
    private readonly queries: ReportRunsQueries,
    private readonly jobs: JobQueue,
  ) {}

  /** One round: gives up what is too late or died too often, then rings for the rest. */
  @Periodic({ name: 'sweep-reports', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(): Promise<SweptRuns> {
    const swept = { failed: 0, rung: 0 };
    for (const run of await this.queries.overdue(BATCH)) {
      if (await this.runs.fail(run, 'The deadline passed')) swept.failed++;
    }
    for (const run of await this.queries.spent(LEASE_SECONDS, MAX_ATTEMPTS, BATCH)) {
      if (await this.runs.fail(run, 'The worker died at every attempt')) swept.failed++;
    }
    for (const run of await this.queries.ringAgain(RING_AFTER_SECONDS, LEASE_SECONDS, BATCH)) {
      await this.jobs.enqueue(run.purchase_id ? GENERATE_REPORT : GENERATE_FREE_REPORT, run.id, run.rings);
      swept.rung++;
    }
    if (swept.failed + swept.rung > 0) this.log.warn(swept, 'runs swept');
    return swept;
  }
}
