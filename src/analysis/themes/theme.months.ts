import { type MonthCounts } from '../analysis.types.js';
import { countMonths } from './report.summary.js';
import { type Mention, oncePerReport, type ReportBase } from './theme.types.js';

const MAX_MONTHS = 24;

const countReadReviews = oncePerReport(({ records }) =>
  countMonths(records.filter(({ skipped }) => skipped === undefined)),
);

/**
 * The reviews that were read and the mentions of a theme among them, for each month from the first to the last dated
 * review: the last 24 months before `thisMonth`, which is incomplete. A month without reviews is not left out.
 */
export function countSeries(mentions: readonly Mention[], base: ReportBase, thisMonth: string): MonthCounts[] {
  const reviews = countReadReviews(base);
  const named = countMonths(mentions.map(({ record }) => record).filter(({ skipped }) => skipped === undefined));
  return seriesOf(
    reviews.map(({ month, count }) => ({ month, reviews: count })),
    named.map(({ month, count }) => ({ month, mentions: count })),
    thisMonth,
  );
}

/** Joins counts that leave out empty months to the last 24 months before `thisMonth`, without a gap. */
export function seriesOf(
  reviews: readonly { month: string; reviews: number }[],
  mentions: readonly { month: string; mentions: number }[],
  thisMonth: string,
): MonthCounts[] {
  const totals = new Map(reviews.map((each) => [each.month, each.reviews]));
  const counts = new Map(mentions.map((each) => [each.month, each.mentions]));
  const complete = monthsOf(reviews).filter((month) => month < thisMonth);
  return complete.slice(-MAX_MONTHS).map((month) => ({
    month,
    mentions: counts.get(month) ?? 0,
    reviews: totals.get(month) ?? 0,
  }));
}

/** The number of reviews of some months. */
export const reviewsOf = (months: readonly MonthCounts[]): number =>
  months.reduce((sum, each) => sum + each.reviews, 0);

/** The share of the reviews of some months that name the theme; null without reviews. */
export function shareOf(months: readonly MonthCounts[]): number | null {
  const reviews = reviewsOf(months);
  return reviews === 0 ? null : months.reduce((sum, each) => sum + each.mentions, 0) / reviews;
}

/** Every month from the first to the last of a list, oldest first, that may leave out months. */
export function monthsOf(list: readonly { month: string }[]): string[] {
  const [first, last] = [list[0]?.month, list.at(-1)?.month];
  const months: string[] = [];
  if (!first || !last) return months;
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`;
}
