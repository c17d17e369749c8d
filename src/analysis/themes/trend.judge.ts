import { type Trend } from '../analysis.types.js';
import { isRecent, type Mention, type ReportBase } from './theme.types.js';

/** Ratios of the recent share to the earlier share that count as a change. Set by hand. */
const RISING = 1.3;
const FALLING = 0.7;
const MIN_EMERGING_MENTIONS = 3;
const MIN_MENTIONS = 6;
/** In standard deviations: on each side, one theme in twenty exceeds it by chance. */
const SIGNIFICANT = 1.64;

/**
 * Compares the theme's share of the reviews of the newest 90 days with its share before. Reviews without a date do not
 * count. The result is `stable` unless a two-proportion test is significant, because the ratio alone varies by chance.
 */
export function judgeTrend(mentions: readonly Mention[], base: ReportBase): Trend {
  const reviews = countSides(
    base.records.map(({ day }) => day),
    base.newestDay,
  );
  const named = countSides(
    mentions.map(({ record }) => record.day),
    base.newestDay,
  );
  if (!reviews.recent || !reviews.before) return 'stable';
  if (!named.before) return named.recent >= MIN_EMERGING_MENTIONS ? 'emerging' : 'stable';
  if (named.recent + named.before < MIN_MENTIONS) return 'stable';
  const recentShare = named.recent / reviews.recent;
  const earlierShare = named.before / reviews.before;
  const pooled = (named.recent + named.before) / (reviews.recent + reviews.before);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / reviews.recent + 1 / reviews.before));
  if (!spread || Math.abs(recentShare - earlierShare) / spread < SIGNIFICANT) return 'stable';
  const ratio = recentShare / earlierShare;
  if (ratio > RISING) return 'trending';
  return ratio < FALLING ? 'declining' : 'stable';
}

function countSides(days: readonly (number | null)[], newestDay: number | null): { recent: number; before: number } {
  let recent = 0;
  let before = 0;
  for (const day of days) {
    if (day === null) continue;
    if (isRecent(day, newestDay)) recent++;
    else before++;
  }
  return { recent, before };
}
