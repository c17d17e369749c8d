import { type Impact } from '../analysis.types.js';
import { type Mention, oncePerReport, type ReportBase } from './theme.types.js';

/** Thresholds for shares of critical reviews and for stars, set by hand. */
const ENOUGH_CRITICAL_MENTIONS = { high: 5, medium: 2 };
/** A percentage of fewer reviews claims too much: they are counted. */
const ENOUGH_CRITICAL_REVIEWS = 20;
const HIGH_SHARE = 0.2;
const HIGH_SHARE_WHEN_ANGRY = 0.1;
const MEDIUM_SHARE = 0.07;
const ANGRY_STARS = 2.2;
/** In stars, below the average of all reviews. */
const WELL_BELOW = 0.7;

const countCritical = oncePerReport(({ records }) => records.filter(({ critical }) => critical).length);

/** The average of the ratings, rounded to one decimal; null if there is no rating. */
export function averageRating(ratings: readonly (number | null)[]): number | null {
  const rated = ratings.filter((rating) => rating !== null);
  if (!rated.length) return null;
  return Math.round((rated.reduce((sum, rating) => sum + rating, 0) / rated.length) * 10) / 10;
}

/** Determines the impact of a theme from its share of the critical reviews and its average rating. */
export function judgeImpact(mentions: readonly Mention[], base: ReportBase): Impact {
  const critical = countCritical(base);
  const named = mentions.filter(({ record }) => record.critical).length;
  const share = critical ? named / critical : 0;
  const rating = averageRating(mentions.map(({ record }) => record.rating));
  const stars = rating === null ? '' : `, average rating ${rating.toFixed(1)}`;
  const level = levelOf(share, rating, named, base);
  const part = critical < ENOUGH_CRITICAL_REVIEWS ? `${named} of ${critical}` : `${percent(share)} of`;
  const evidence = named === 0 ? 'named in no critical review' : `named in ${part} critical reviews`;
  return { level, evidence, summary: `${level}: ${evidence}${stars}` };
}

function levelOf(share: number, rating: number | null, named: number, base: ReportBase): Impact['level'] {
  const angry = rating !== null && rating <= ANGRY_STARS;
  const isWidespread = share >= HIGH_SHARE || (share >= HIGH_SHARE_WHEN_ANGRY && angry);
  if (named >= ENOUGH_CRITICAL_MENTIONS.high && isWidespread) return 'high';
  const wellBelow = rating !== null && base.averageRating !== null && rating <= base.averageRating - WELL_BELOW;
  return named >= ENOUGH_CRITICAL_MENTIONS.medium && (share >= MEDIUM_SHARE || wellBelow) ? 'medium' : 'low';
}

function percent(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`;
}
