import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { PAID_ACTIONS } from '#accounts/runs/paid-action.js';
import { ITEM_STATUSES } from './bulk-item.entity.js';

const count = z.int().describe('Items with this status');

/** A bulk job has ended. */
export const BULK_JOB_COMPLETED = defineTeamEvent({
  type: 'bulk_job.completed',
  description: 'Every item of a bulk job has its answer, or the job was canceled',
  data: z.object({
    bulk_job_id: z.uuid().describe('The id of the bulk job'),
    action: z.lazy(() => z.enum(PAID_ACTIONS)).describe('The paid action'),
    counts: z.record(z.enum(ITEM_STATUSES), count).describe('The items by status'),
    credits_charged: z.int().describe('Credits that the job cost, less refunds'),
  }),
  example: {
    bulk_job_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
    action: 'unlock_contact',
    counts: { waiting: 0, running: 0, succeeded: 20, failed: 1, skipped: 4, canceled: 0 },
    credits_charged: 18,
  },
});
