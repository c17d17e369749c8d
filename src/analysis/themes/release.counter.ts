import { type ReleaseCounts } from '../analysis.types.js';
import { monthOf } from './report.summary.js';
import { type ReviewRecord } from './theme.types.js';

/** A release that one person names may be a mistake. */
const MIN_REVIEWS = 2;
const MAX_RELEASES = 50;

/** The releases that several dated reviews name: the most named, by the month of their first review. */
export function countReleases(records: readonly ReviewRecord[]): ReleaseCounts[] {
  const counts = new Map<string, ReleaseCounts>();
  for (const { day, releases = [] } of records) {
    if (day === null) continue;
    for (const release of releases) {
      const month = monthOf(day);
      const known = counts.get(release) ?? { release, month, reviews: 0 };
      counts.set(release, { release, month: month < known.month ? month : known.month, reviews: known.reviews + 1 });
    }
  }
  return [...counts.values()]
    .filter(({ reviews }) => reviews >= MIN_REVIEWS)
    .sort((a, b) => b.reviews - a.reviews || byTime(a, b))
    .slice(0, MAX_RELEASES)
    .sort(byTime);
}

/** Releases of one month in code-point order, which is the same in every locale. */
const byTime = (a: ReleaseCounts, b: ReleaseCounts): number => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ month, release }: ReleaseCounts): string => `${month} ${release}`;
