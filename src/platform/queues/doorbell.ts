import { getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { JobDefinition, JobPayload } from './job-definition.js';

const RING_TIMEOUT_MS = 3_000;

/** Rings for work that a row already asks for. Ringing twice is harmless. */
@Injectable()
export class Doorbell {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Asks a worker to look at row `rowId`. `ring` numbers later rings for the same row, because BullMQ silently ignores
   * a job id it has seen.
   * @throws when the queue does not take the job within three seconds.
   */
  async ring(job: JobDefinition, rowId: string, ring = 0): Promise<void> {
    const queue = this.modules.get<Queue<JobPayload>>(getQueueToken(job.queue), { strict: false });
    const added = queue.add(
      job.name,
      { id: rowId },
      {
        jobId: ring === 0 ? `${job.name}-${rowId}` : `${job.name}-${rowId}-${ring}`,
        attempts: job.attempts,
        priority: job.priority,
        backoff: { type: 'exponential', delay: job.backoffMs },
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { age: 7 * 24 * 3_600, count: 5_000 },
      },
    );
    await Promise.race([added, timeout(RING_TIMEOUT_MS)]);
  }
}

async function timeout(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The queue did not answer within ${ms} ms`)), ms).unref();
  });
}
