import { Injectable } from '@nestjs/common';
import { JobQueue } from '#platform/queues/job-queue.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { DETECT_OPPORTUNITIES } from './detection.jobs.js';
import { DetectionQueries } from './detection.queries.js';

/** A batch is enqueued again when no worker has claimed it for so long: the queue works through many in order. */
const ENQUEUE_AFTER_SECONDS = 120;
const BATCH = 200;
const KEEP_DAYS = 30;

/** Finds batches that the queue lost or whose worker died, and deletes those that ended long ago. */
@Injectable()
export class DetectionSweeper {
  constructor(
    private readonly queries: DetectionQueries,
    private readonly jobs: JobQueue,
  ) {}

  /** @returns how many batches were enqueued again. */
  @Periodic({ name: 'sweep-detection', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(silentSeconds = ENQUEUE_AFTER_SECONDS): Promise<number> {
    await this.queries.failExhausted();
    const silent = await this.queries.markEnqueued(silentSeconds, BATCH);
    for (const { id, repeat } of silent) await this.jobs.enqueue(DETECT_OPPORTUNITIES, id, repeat);
    await this.queries.purge(KEEP_DAYS);
    return silent.length;
  }
}
