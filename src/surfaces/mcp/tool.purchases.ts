import { clipped } from '#platform/text/clipped.text.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { createBulkJob } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkJobs } from '#workspace/bulk/bulk-jobs.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { purchaseWith } from './tool.js';

const LONGEST_TITLE = 100;

export const reportPurchase = purchaseWith(generateReport, PainPointsService, async (reports, { input }) => {
  const { name } = await reports.productOf(input.path.id);
  return `a pain-points report of ${clipped(name, LONGEST_TITLE)}`;
});

export const pitchPurchase = purchaseWith(
  generatePitch,
  OpportunitiesService,
  async (opportunities, { caller, input }) =>
    `a pitch for the opportunity "${await titleOf(opportunities, caller, input.path.id)}"`,
);

export const contactPurchase = purchaseWith(
  unlockContact,
  OpportunitiesService,
  async (opportunities, { caller, input: { path, body } }) => {
    const { field, target, target_id: member } = body;
    const whose = target === 'committee' ? `committee member ${member ?? 0}` : 'the author';
    const what = field === 'committee' ? 'the buying committee' : `the ${field} of ${whose}`;
    return `${what} of the opportunity "${await titleOf(opportunities, caller, path.id)}"`;
  },
);

export const bulkPurchase = purchaseWith(createBulkJob, BulkJobs, (_, { input: { body } }) =>
  Promise.resolve(`${body.items.length} times ${body.action} in the background`),
);

async function titleOf(opportunities: OpportunitiesService, caller: TeamCaller, id: string): Promise<string> {
  return clipped((await opportunities.get(caller, id)).title, LONGEST_TITLE);
}
