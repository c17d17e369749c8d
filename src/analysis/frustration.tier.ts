import { type FrustrationTier } from './analysis.types.js';

/**
 * The lowest score of each tier, set by hand: without strong wording, one star is about critical, two stars high, three
 * medium.
 */
const MIN_SCORE = { critical: 0.78, high: 0.55, medium: 0.3 };

/** The tier of a frustration score between 0 and 1. */
export function tierOf(frustration: number): FrustrationTier {
  if (frustration >= MIN_SCORE.critical) return 'critical';
  if (frustration >= MIN_SCORE.high) return 'high';
  return frustration >= MIN_SCORE.medium ? 'medium' : 'low';
}
