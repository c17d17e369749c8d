import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { resultOf } from '#platform/operations/operation.result.js';
import type { BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkJobs } from '#workspace/bulk/bulk-jobs.service.js';
import { MAX_SELECTED } from './committee.page.js';
import { unlocksMessage } from './unlock.messages.js';

/** The state of the unlocks that a form asked for. */
export interface UnlockProgress {
  /** The id of their bulk job. */
  id: string;
  /** Of 100. */
  progress: number;
  /** The outcome in words; null until all have ended. */
  outcome: string | null;
  hasFailed: boolean;
}

/** @throws every other failure */
function nullIfNotFound(error: unknown): null {
  if (error instanceof ApplicationError && error.code === 'not_found') return null;
  throw error;
}

/** Reads the progress of the contacts that a member unlocks together. */
@Injectable()
export class UnlockProgressReader {
  constructor(private readonly jobs: BulkJobs) {}

  /** The progress of the job that an address names, or null without one that the team has. */
  async read(caller: TeamCaller, id: unknown): Promise<UnlockProgress | null> {
    if (typeof id !== 'string' || !UUID_PATTERN.test(id)) return null;
    const found = await this.jobs.get(caller, id).catch(nullIfNotFound);
    if (!found) return null;
    const job = resultOf(found).data as BulkJobView;
    const { waiting, running, ...ended } = job.counts;
    const done = Object.values(ended).reduce((sum, count) => sum + count, 0);
    const progress = Math.floor((100 * done) / (done + waiting + running));
    if (job.finished_at === null) return { id, progress, outcome: null, hasFailed: false };
    const { items } = await this.jobs.listItems(caller, id, { page: 1, page_size: MAX_SELECTED });
    return { id, progress, outcome: unlocksMessage(items), hasFailed: done > ended.succeeded };
  }
}
