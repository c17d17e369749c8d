import { type ForcedEffects, REFUSALS } from '#accounts/runs/forced-effect.js';
import type { Draft } from './pitch.types.js';

const SLOW_SECONDS = 20;

/** The outcomes that opportunities of the sandbox force on a pitch. */
export const PITCH_EFFECTS: ForcedEffects<Draft> = {
  201: { does: 'a pitch is drafted' },
  203: { does: 'the drafter fails: 500, and the credit is refunded', fails: true },
  205: REFUSALS.insufficientCredits,
  206: REFUSALS.spendCap,
  207: REFUSALS.rateLimit,
  210: { does: 'a pitch is drafted after 20 s', delaySeconds: SLOW_SECONDS },
  211: REFUSALS.dailyCap,
};
