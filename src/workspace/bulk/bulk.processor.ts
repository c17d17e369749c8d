import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { withJobLog } from '#platform/queues/job.log.js';
import { WAITING } from '#platform/queues/waiting.js';
import { BULK_QUEUE } from './bulk.jobs.js';
import { type BulkOutcome, BulkRunner } from './bulk.runner.js';

/** Runs bulk jobs. Their calls wait for other queues. */
@Injectable()
@Processor(BULK_QUEUE, { ...WAITING, concurrency: 5 })
export class BulkProcessor extends WorkerHost {
  constructor(private readonly runner: BulkRunner) {
    super();
  }

  override process(job: Job<JobPayload>): Promise<BulkOutcome> {
    return withJobLog(job, () => this.runner.run(job.data.id));
  }
}
