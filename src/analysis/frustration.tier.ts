import { type FrustrationTier } from './analysis.types.js';

/** Set by hand: about one star without temper is critical, two stars high, three medium. */
const LEAST = { critical: 0.78, high: 0.55, medium: 0.3 };

/** The tier of a frustration score between 0 and 1. */
export function tierOf(frustration: number): FrustrationTier {
  if (frustration >= LEAST.critical) return 'critical';
  if (frustration >= LEAST.high) return 'high';
  return frustration >= LEAST.medium ? 'medium' : 'low';
}
