import { getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { logFields } from '#platform/logging/log.fields.js';
import type { JobDefinition, JobPayload } from './job-definition.js';

const TIMEOUT_MS = 3_000;
const WAITING_STATES = new Set<string>(['waiting', 'prioritized', 'delayed']);

/** Enqueues jobs for rows. Enqueuing a job twice is harmless. */
@Injectable()
export class JobQueue {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Enqueues a job for row `rowId`. `repeat` numbers later jobs for the same row, because BullMQ silently ignores a
   * known job id.
   * @throws if the queue does not accept the job within three seconds.
   */
  async enqueue(job: JobDefinition, rowId: string, repeat = 0): Promise<void> {
    const added = this.queueOf(job).add(
      job.name,
      { id: rowId, request_id: logFields()?.request_id, ...job.about },
      {
        jobId: idOf(job, rowId, repeat),
        attempts: job.attempts,
        priority: job.priority,
        delay: job.delaySeconds && job.delaySeconds * 1_000,
        backoff: { type: 'exponential', delay: job.backoffMs },
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { age: 7 * 24 * 3_600, count: 5_000 },
      },
    );
    await Promise.race([added, timeout(TIMEOUT_MS)]);
  }

  /** Whether the job with this number for row `rowId` waits for a worker. @throws as `enqueue` */
  async isWaiting(job: JobDefinition, rowId: string, repeat: number): Promise<boolean> {
    const asked = this.queueOf(job).getJobState(idOf(job, rowId, repeat));
    return WAITING_STATES.has(await Promise.race([asked, timeout(TIMEOUT_MS)]));
  }

  private queueOf({ queue }: JobDefinition): Queue<JobPayload> {
    return this.modules.get<Queue<JobPayload>>(getQueueToken(queue), { strict: false });
  }
}

const idOf = ({ name }: JobDefinition, rowId: string, repeat: number): string =>
  repeat === 0 ? `${name}-${rowId}` : `${name}-${rowId}-${repeat}`;

async function timeout(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The queue did not respond within ${ms} ms`)), ms).unref();
  });
}
