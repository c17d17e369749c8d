import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { withJobLog } from '#platform/queues/job.log.js';
import { WAITING } from '#platform/queues/waiting.js';
import { OPPORTUNITIES_QUEUE } from './detection.jobs.js';
import { type DetectionResult, DetectionService } from './detection.service.js';

/** Executes detection jobs, two at a time: the engine, in one thread, reads one batch while the other is loaded or stored. */
@Injectable()
@Processor(OPPORTUNITIES_QUEUE, { ...WAITING, concurrency: 2 })
export class DetectionProcessor extends WorkerHost {
  constructor(private readonly detection: DetectionService) {
    super();
  }

  override process(job: Job<JobPayload>): Promise<DetectionResult> {
    return withJobLog(job, () => this.detection.detect(job.data.id));
  }
}
