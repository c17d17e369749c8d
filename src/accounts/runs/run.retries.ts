import { Injectable } from '@nestjs/common';
import { type Job, UnrecoverableError } from 'bullmq';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { RunsQueries } from './runs.queries.js';
import { RunsService } from './runs.service.js';

/**
 * The payload of a job of a run. `failedAfter`: how many attempts the job had when its run failed. One more is counted when
 * the board shows it as failed, so an attempt after that is an operator's, and an earlier one that of a worker after a crash.
 */
export interface RunJobPayload extends JobPayload {
  failedAfter?: number;
}

/**
 * Makes an operator's retry of a failed job execute the work again. A failed run has ended and was refunded, so the retry
 * starts a free run with the same input.
 */
@Injectable()
export class RunRetries {
  constructor(
    private readonly queries: RunsQueries,
    private readonly runs: RunsService,
  ) {}

  /** Marks a job whose run has failed. @returns the error that shows the job as failed, with the reason of the run */
  async errorOf(job: Job<RunJobPayload>): Promise<UnrecoverableError> {
    const run = await this.queries.find(job.data.id);
    await job.updateData({ ...job.data, failedAfter: job.attemptsMade });
    return new UnrecoverableError(`The run failed: ${run?.failure ?? 'its row is missing'}`);
  }

  /**
   * Handles a job whose run could not be claimed.
   * @returns its outcome, which the board shows
   * @throws UnrecoverableError when the run failed outside this job. A retry of the job then starts a free run.
   */
  async retry(job: Job<RunJobPayload>): Promise<string> {
    const run = await this.queries.find(job.data.id);
    if (run?.state !== 'failed') return 'idle';
    if (job.attemptsMade <= (job.data.failedAfter ?? Infinity)) throw await this.errorOf(job);
    const again = await this.runs.startAgain(run);
    if (again.state === 'existing') return 'not needed: the result exists';
    return again.state === 'joined' ? `joined the open run ${again.run.id}` : `started the free run ${again.run.id}`;
  }
}
