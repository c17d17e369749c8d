import { type Trend } from '../analysis.types.js';
import { isRecent, type Mention, type ReportBase } from './theme.types.js';

/** Ratios of the two shares that readers would call a change, set by hand. */
const RISING = 1.3;
const FALLING = 0.7;
const FIRST_SIGHTINGS = 3;
const ENOUGH_MENTIONS = 6;
/** Standard deviations: one theme in twenty would pass by chance on either side. */
const SIGNIFICANT = 1.64;

/**
 * The theme's share of the reviews of the newest 90 days against its share before. Undated reviews do not count.
 * A theme leaves `stable` only where a two-proportion test says so: the bare ratio cries wolf on shuffled dates.
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
  if (!named.before) return named.recent >= FIRST_SIGHTINGS ? 'emerging' : 'stable';
  if (named.recent + named.before < ENOUGH_MENTIONS) return 'stable';
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
