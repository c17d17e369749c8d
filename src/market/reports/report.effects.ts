import { type ForcedEffects, REFUSALS } from '#accounts/runs/forced-effect.js';
import { internalError } from '#platform/errors/application-error.js';
import type { ExistingReport } from './report-freshness.service.js';
import type { WrittenReport } from './report.writer.js';

const SLOW_SECONDS = 120;
/** Long enough that the answer states the charge, not the refund. */
const FAILS_AFTER_SECONDS = 1;

/** The outcomes that products of the sandbox force on their reports. */
export const REPORT_EFFECTS: ForcedEffects<WrittenReport, ExistingReport> = {
  101: { does: 'the report is finished within 2 s', startsAnew: true },
  102: { does: 'has two finished reports to compare' },
  103: {
    does: 'the generation fails and is refunded',
    startsAnew: true,
    delaySeconds: FAILS_AFTER_SECONDS,
    fails: true,
  },
  104: { does: 'the generation takes 120 s', startsAnew: true, delaySeconds: SLOW_SECONDS },
  105: {
    does: 'fails with 500 at once; nothing is charged',
    refuse: () => {
      throw internalError('Report generation is unavailable at the moment; no credit was charged');
    },
  },
  106: REFUSALS.insufficientCredits,
  107: REFUSALS.rateLimit,
  108: { does: 'a report is already being generated; nothing is charged', existing: 'generating' },
  109: { does: 'has no reviews: the report is empty, and nothing is charged' },
};
