import { type MonthCounts, type ThemeChange, type Trend } from '../analysis.types.js';
import { isUndone } from './change.finder.js';
import { reviewsOf, shareOf } from './theme.months.js';
import { isRecent, type Mention, oncePerReport, type ReportBase } from './theme.types.js';

/** Ratios of the recent share to the earlier share that count as a change. Set by hand. */
const RISING = 1.3;
const FALLING = 0.7;
const MIN_MENTIONS = 6;
/** The chance that any of the trends of a report is none: it is divided by the number of its themes and variants. */
const FALSE_ALARMS = 0.05;

/**
 * Compares the theme's share of the reviews of the newest 90 days with its share before. Reviews without a date do not
 * count. The result is `stable` unless a two-proportion test is significant, because the ratio alone varies by chance. `chances`
 * is the number of such tests in the report.
 */
export function judgeTrend(mentions: readonly Mention[], base: ReportBase, chances = 1): Trend {
  const reviews = countReviewSides(base);
  const named = countSides(
    mentions.map(({ record }) => record.day),
    base.newestDay,
  );
  if (!reviews.recent || !reviews.before) return 'stable';
  if (named.recent + named.before < MIN_MENTIONS) return 'stable';
  const recentShare = named.recent / reviews.recent;
  const earlierShare = named.before / reviews.before;
  const pooled = (named.recent + named.before) / (reviews.recent + reviews.before);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / reviews.recent + 1 / reviews.before));
  if (!spread || tailOf(Math.abs(recentShare - earlierShare) / spread) > FALSE_ALARMS / chances) return 'stable';
  const ratio = recentShare / earlierShare;
  if (ratio > RISING) return named.before ? 'trending' : 'emerging';
  return ratio < FALLING ? 'declining' : 'stable';
}

/** A change before the last months is no longer a trend. */
const RECENT_CHANGE_MONTHS = 6;
const LAST_MONTHS = 3;
/** Fewer reviews, before or in the last months, give no share that can be shown. */
const MIN_REVIEWS = 20;

/** The change of the last three months, for a trend that they show; null where they do not. Shares are from 0 to 1. */
export function recentChange(trend: Trend, months: readonly MonthCounts[]): ThemeChange | null {
  const [before, recent] = [months.slice(0, -LAST_MONTHS), months.slice(-LAST_MONTHS)];
  if (trend === 'stable' || reviewsOf(before) < MIN_REVIEWS || reviewsOf(recent) < MIN_REVIEWS) return null;
  const [fromShare, toShare] = [shareOf(before) ?? 0, shareOf(recent) ?? 0];
  if (trend === 'declining' ? toShare >= fromShare : toShare <= fromShare) return null;
  if (isUndone(months, fromShare, toShare)) return null;
  return { month: recent[0]?.month ?? '', fromShare, toShare };
}

/**
 * The trend that a change is: none without one, or if it is more than six months old and `judged`, the trend of the newest 90 days
 * alone, does not go the same way. A change is real already, so that the 90 days need not count the other themes.
 */
export function trendOf(change: ThemeChange | null, months: readonly MonthCounts[], judged: Trend): Trend {
  if (!change) return 'stable';
  const falls = change.toShare < change.fromShare;
  if (judged !== 'stable' && falls === (judged === 'declining')) return judged;
  const since = months.length - months.findIndex(({ month }) => month === change.month);
  if (since > RECENT_CHANGE_MONTHS) return 'stable';
  if (falls) return 'declining';
  return change.fromShare === 0 ? 'emerging' : 'trending';
}

/** The chance that a standard normal value is greater (Abramowitz and Stegun 26.2.17, to seven digits). */
function tailOf(value: number): number {
  const step = 1 / (1 + 0.2316419 * value);
  const sum = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (inner, factor) => (inner + factor) * step,
    0,
  );
  return (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

const countReviewSides = oncePerReport(({ records, newestDay }) =>
  countSides(
    records.filter(({ skipped }) => skipped === undefined).map(({ day }) => day),
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
