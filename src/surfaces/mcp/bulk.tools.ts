import { createBulkJob, getBulkJob } from '#workspace/bulk/bulk-jobs.operations.js';
import type { InputOf } from '#platform/operations/operation.js';
import { BulkJobs } from '#workspace/bulk/bulk-jobs.service.js';
import { afterBulkJob } from './tool.advice.js';
import { SPENDS, type Tool, tool } from './tool.js';

/**
 * Seconds within which a repeated call returns the same job. While the job is open, a repeated call always returns
 * it.
 */
const JOB_REPEATS_WITHIN = 600;

/** Tools that make many paid calls in the background. */
export const BULK_TOOLS: readonly Tool[] = [
  tool(createBulkJob, BulkJobs, {
    name: 'start_bulk_job',
    title: 'Make many paid calls',
    description:
      'Unlocks contacts, drafts pitches or generates reports for up to 100 items in the background. Use it when the person ' +
      'wants the same action for many items. Costs 1 credit for each item that its single call would charge, never more than ' +
      'max_credits: ask the person first. With dry_run, it returns only the price.',
    hints: SPENDS,
    needsBudget: true,
    repeatsWithin: JOB_REPEATS_WITHIN,
    purchase: ({ input }) => {
      const { items, action } = (input as InputOf<typeof createBulkJob>).body;
      return `${items.length} times ${action} in the background`;
    },
    advise: afterBulkJob,
    call: (jobs, { caller, input, ...request }) => jobs.create(caller, input.body, request),
  }),
  tool(getBulkJob, BulkJobs, {
    title: 'Read the state of a bulk job',
    description:
      'How many items of a bulk job have succeeded, failed or were skipped, and their cost. Use it to wait for a job ' +
      'of start_bulk_job. Free.',
    names: { bulk_job_id: 'id' },
    idSource: 'Check bulk_job_id: take the id from the answer of start_bulk_job, never from memory.',
    needsBudget: true,
    advise: afterBulkJob,
    call: (jobs, { caller, input }) => jobs.get(caller, input.path.id),
  }),
];
