import { type MonthCounts, type ThemeChange, type Trend } from '../analysis.types.js';
import { shareOf } from './theme.months.js';
import { isRecent, type Mention, oncePerReport, type ReportBase } from './theme.types.js';

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
  const reviews = countReviewSides(base);
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

/** A change before the last months is no longer a trend. */
const RECENT_CHANGE_MONTHS = 6;
const LAST_MONTHS = 3;

/**
 * The trend as the months of the theme show it. A recent change decides, and a theme is stable after an earlier one.
 * Otherwise the last three months must differ from those before in the direction of `trend`.
 */
export function agreeTrend(trend: Trend, months: readonly MonthCounts[], change: ThemeChange | null): Trend {
  if (change) {
    const since = months.length - months.findIndex(({ month }) => month === change.month);
    if (since > RECENT_CHANGE_MONTHS) return 'stable';
    if (change.toShare < change.fromShare) return 'declining';
    return change.fromShare === 0 ? 'emerging' : 'trending';
  }
  const recent = shareOf(months.slice(-LAST_MONTHS));
  const before = shareOf(months.slice(0, -LAST_MONTHS));
  if (trend === 'stable' || recent === null || before === null) return trend;
  return trend === 'declining' ? (recent < before ? trend : 'stable') : recent > before ? trend : 'stable';
}

const countReviewSides = oncePerReport(({ records, newestDay }) =>
  countSides(
    records.map(({ day }) => day),
    newestDay,
  ),
);

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
