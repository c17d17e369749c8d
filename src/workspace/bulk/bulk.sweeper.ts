import { Injectable } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { BulkJobsQueries } from './bulk-jobs.queries.js';
import { BulkJobs } from './bulk-jobs.service.js';
import { BulkRunner } from './bulk.runner.js';

/** A job is enqueued again when no worker has claimed it for this long. */
const ENQUEUE_AFTER_SECONDS = 30;
const BATCH = 200;

/** Enqueues bulk jobs again whose job was lost or whose worker died, and deletes old ones. */
@Injectable()
export class BulkSweeper {
  constructor(
    private readonly queries: BulkJobsQueries,
    private readonly jobs: BulkJobs,
    private readonly runner: BulkRunner,
  ) {}

  /** @returns the number of jobs that were enqueued again */
  @Periodic({ name: 'sweep-bulk-jobs', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(silentSeconds = ENQUEUE_AFTER_SECONDS): Promise<number> {
    const silent = await this.queries.leases.requeueUnclaimed(silentSeconds, BATCH);
    for (const job of silent) await this.jobs.enqueue(job);
    await this.runner.purge();
    return silent.length;
  }
}
