import { type FrustrationTier } from './analysis.types.js';

/** The tier of a frustration score between 0 and 1. */
export function tierOf(frustration: number): FrustrationTier {
  if (frustration >= 0.78) return 'critical';
  if (frustration >= 0.55) return 'high';
  return frustration >= 0.3 ? 'medium' : 'low';
}
