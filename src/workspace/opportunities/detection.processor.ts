import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { OPPORTUNITIES_QUEUE } from './detection.jobs.js';
import { type Detected, DetectionService } from './detection.service.js';

/** Every job is a batch that may be claimed. One at a time, because the engine is one thread. */
@Injectable()
@Processor(OPPORTUNITIES_QUEUE, { concurrency: 1 })
export class DetectionProcessor extends WorkerHost {
  constructor(private readonly detection: DetectionService) {
    super();
  }

  override process(job: Job<JobPayload>): Promise<Detected> {
    return this.detection.detect(job.data.id);
  }
}
