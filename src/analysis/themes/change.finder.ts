import { type MonthCounts, type ThemeChange } from '../analysis.types.js';
import { reviewsOf, shareOf } from './theme.months.js';

/** Fewer months or mentions show no meaningful change. Set by hand. */
const MIN_MONTHS = 6;
const MIN_MENTIONS = 8;
/** On each side of a change. */
const MIN_SIDE = { months: 2, reviews: 10 };
/** The greater share is at least this many times the smaller one. */
const MIN_RATIO = 1.5;
/** A change has lasted if the share of the last months is nearer to the new share than to the old one. */
const LAST_MONTHS = 3;
/** Fewer months, so that one of many reviews before them cannot hide that all is as before. */
const NEWEST = { months: 2, reviews: 20 };
/** The chance that a report whose dates are shuffled shows any change: safely under 5 %. */
const FALSE_ALARMS = 0.03;
/** More shuffles if the report has so many themes that one in this many would be too often. */
const MIN_SHUFFLES = 1_999;
const SEED = 0x9e3779b9;

/** A month, and the difference between the mentions before it and the number expected from the reviews before it. */
interface Split {
  at: number;
  score: number;
}

/**
 * The month from which on the share of a theme differs, if the difference is real and has lasted; else null. The month
 * is where the shares before and after differ most. It is real if shuffled dates rarely show as great a difference
 * anywhere; the limit is divided by the number of themes of the report, because each is one more chance. The same
 * months always have the same result.
 */
export function findChange(months: readonly MonthCounts[], themes = 1): ThemeChange | null {
  const mentions = months.reduce((sum, each) => sum + each.mentions, 0);
  if (months.length < MIN_MONTHS || mentions < MIN_MENTIONS) return null;
  const found = bestSplit(
    months,
    months.map((each) => each.mentions),
  );
  if (!found) return null;
  const [before, after] = [shareOf(months.slice(0, found.at)) ?? 0, shareOf(months.slice(found.at)) ?? 0];
  const [less, more] = before < after ? [before, after] : [after, before];
  const isNew = (share: number): boolean => Math.abs(share - after) <= Math.abs(share - before);
  const recent = shareOf(months.slice(Math.max(found.at, months.length - LAST_MONTHS)));
  const hasLasted = recent !== null && isNew(recent) && !isUndone(months, before, after);
  // The end of a spike is not a fall from a higher share: the months before the spike had no such share.
  const wasOther = reviewsOf(months.slice(0, found.at).filter((each) => !isNew(shareOf([each]) ?? before))) * 2;
  if (
    more < MIN_RATIO * less ||
    !hasLasted ||
    wasOther < reviewsOf(months.slice(0, found.at)) ||
    !isReal(months, found.score, FALSE_ALARMS / themes)
  )
    return null;
  return { month: months[found.at]?.month ?? '', fromShare: before, toShare: after };
}

/** Whether the share of the newest months is nearer to the one before a change. Too few reviews show nothing. */
export function isUndone(months: readonly MonthCounts[], before: number, after: number): boolean {
  const newest = months.slice(-NEWEST.months);
  const share = shareOf(newest) ?? after;
  return reviewsOf(newest) >= NEWEST.reviews && Math.abs(share - before) < Math.abs(share - after);
}

/** The split with the greatest score; null if no split has enough months and reviews on both sides. */
function bestSplit(months: readonly MonthCounts[], mentions: ArrayLike<number>): Split | null {
  const allReviews = reviewsOf(months);
  let allMentions = 0;
  for (let at = 0; at < months.length; at++) allMentions += mentions[at] ?? 0;
  let best: Split | null = null;
  let [reviews, named] = [0, 0];
  for (let at = 1; at <= months.length - MIN_SIDE.months; at++) {
    reviews += months[at - 1]?.reviews ?? 0;
    named += mentions[at - 1] ?? 0;
    const others = allReviews - reviews;
    if (at < MIN_SIDE.months || reviews < MIN_SIDE.reviews || others < MIN_SIDE.reviews) continue;
    // Pearson's chi-square of the two sides, without the factor that all splits share.
    const score = (named - (reviews * allMentions) / allReviews) ** 2 / (reviews * others);
    if (!best || score > best.score) best = { at, score };
  }
  return best;
}

/** Whether the share of shuffles with such a score, this series among them, is at most `limit`. */
function isReal(months: readonly MonthCounts[], score: number, limit: number): boolean {
  const shuffles = Math.max(MIN_SHUFFLES, Math.ceil(1 / limit));
  const allowed = Math.floor(limit * (shuffles + 1)) - 1;
  const shuffle = shuffler(months);
  let reached = 0;
  for (let round = 0; round < shuffles; round++) {
    const found = bestSplit(months, shuffle());
    // Equal scores may differ in their last digit.
    if (found && found.score >= score * (1 - 1e-9) && ++reached > allowed) return false;
  }
  return true;
}

/** Returns, at each call, the mentions by month after the dates of all reviews are shuffled. */
function shuffler(months: readonly MonthCounts[]): () => Int32Array {
  const monthOf = Int32Array.from(months.flatMap(({ reviews }, at) => new Array<number>(reviews).fill(at)));
  const mentions = months.reduce((sum, each) => sum + each.mentions, 0);
  const random = seededRandom(SEED);
  const counts = new Int32Array(months.length);
  return () => {
    counts.fill(0);
    for (let drawn = 0; drawn < mentions; drawn++) {
      const at = drawn + Math.floor(random() * (monthOf.length - drawn));
      const month = monthOf[at] ?? 0;
      monthOf[at] = monthOf[drawn] ?? 0;
      monthOf[drawn] = month;
      counts[month] = (counts[month] ?? 0) + 1;
    }
    return counts;
  };
}

/** Numbers from 0 to 1 (Mulberry32), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
