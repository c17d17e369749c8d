import { Injectable } from '@nestjs/common';
import { Doorbell } from '#platform/queues/doorbell.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { DETECT_OPPORTUNITIES } from './detection.jobs.js';
import { DetectionQueries } from './detection.queries.js';

/** A batch is rung for again when nothing came of the last ring for this long: the queue works through many in order. */
const RING_AFTER_SECONDS = 120;
const BATCH = 200;
const KEEP_DAYS = 30;

/** Finds batches the queue forgot or whose reader died, and forgets those that ended long ago. */
@Injectable()
export class DetectionSweeper {
  constructor(
    private readonly queries: DetectionQueries,
    private readonly doorbell: Doorbell,
  ) {}

  /** One round. @returns how many batches were rung for again. */
  @Periodic({ name: 'sweep-detection', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(silentSeconds = RING_AFTER_SECONDS): Promise<number> {
    await this.queries.failSpent();
    const silent = await this.queries.ringAgain(silentSeconds, BATCH);
    for (const { id, ring } of silent) await this.doorbell.ring(DETECT_OPPORTUNITIES, id, ring);
    await this.queries.purge(KEEP_DAYS);
    return silent.length;
  }
}
