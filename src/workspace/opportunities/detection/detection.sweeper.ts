import { Injectable } from '@nestjs/common';
import { JobQueue } from '#platform/queues/job-queue.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { DETECT_OPPORTUNITIES, MAX_ATTEMPTS } from './detection.jobs.js';
import { DetectionQueries } from './detection.queries.js';

/** A batch is enqueued again when no worker has claimed it for this long. The queue may hold many batches before it. */
const ENQUEUE_AFTER_SECONDS = 120;
const BATCH = 200;
const KEEP_DAYS = 30;

/** Enqueues batches again whose job was lost or whose worker died, and deletes old batches. */
@Injectable()
export class DetectionSweeper {
  constructor(
    private readonly queries: DetectionQueries,
    private readonly jobs: JobQueue,
  ) {}

  /** @returns the number of batches that were enqueued again */
  @Periodic({ name: 'sweep-detection', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(silentSeconds = ENQUEUE_AFTER_SECONDS): Promise<number> {
    const { batches } = this.queries;
    await batches.failExhausted(MAX_ATTEMPTS);
    const silent = await batches.requeueUnclaimed(silentSeconds, BATCH);
    for (const { id, requeues } of silent) await this.jobs.enqueue(DETECT_OPPORTUNITIES, id, requeues);
    await this.queries.purge(KEEP_DAYS);
    return silent.length;
  }
}
