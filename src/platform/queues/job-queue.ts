import { getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { JobDefinition, JobPayload } from './job-definition.js';

const TIMEOUT_MS = 3_000;

/** Enqueues jobs for rows that are to be worked on. Enqueuing one twice is harmless. */
@Injectable()
export class JobQueue {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Asks a worker to work on row `rowId`. `repeat` numbers later jobs for the same row, because BullMQ silently ignores
   * a job id that it knows.
   * @throws when the queue does not take the job within three seconds.
   */
  async enqueue(job: JobDefinition, rowId: string, repeat = 0): Promise<void> {
    const queue = this.modules.get<Queue<JobPayload>>(getQueueToken(job.queue), { strict: false });
    const added = queue.add(
      job.name,
      { id: rowId },
      {
        jobId: repeat === 0 ? `${job.name}-${rowId}` : `${job.name}-${rowId}-${repeat}`,
        attempts: job.attempts,
        priority: job.priority,
        backoff: { type: 'exponential', delay: job.backoffMs },
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { age: 7 * 24 * 3_600, count: 5_000 },
      },
    );
    await Promise.race([added, timeout(TIMEOUT_MS)]);
  }
}

async function timeout(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The queue did not answer within ${ms} ms`)), ms).unref();
  });
}
