import { type ForcedEffects, REFUSALS } from '#accounts/runs/forced-effect.js';
import type { LookUp } from '#workspace/enrichment/enrichment.service.js';
import type { Person } from '#workspace/enrichment/enrichment.types.js';

/** The result of a look-up, the person that it is about, and the company of the person. */
export interface Finding {
  lookUp: LookUp;
  person: Person;
  companyKey: string | null;
}

const SLOW_SECONDS = 10;

/** The outcomes that opportunities of the sandbox force on an unlock. */
export const UNLOCK_EFFECTS: ForcedEffects<Finding> = {
  201: { does: 'any field is found; the committee has three members' },
  202: { does: 'nothing is found, and the credit is refunded', startsAnew: true },
  203: { does: 'the provider fails: 500, and the credit is refunded', startsAnew: true, fails: true },
  204: { does: 'the person is suppressed, and the credit is refunded', startsAnew: true },
  205: REFUSALS.insufficientCredits,
  206: REFUSALS.spendCap,
  207: REFUSALS.rateLimit,
  208: { does: 'any field is found after 10 s', delaySeconds: SLOW_SECONDS },
  209: {
    does: 'any field is found, with from_cache: true',
    change: (finding) => ({ ...finding, lookUp: { ...finding.lookUp, fromCache: true } }),
  },
  211: REFUSALS.dailyCap,
};
