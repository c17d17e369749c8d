import type { VNode } from 'preact';
import type { NamedRelease } from '#market/reports/analysis-metadata.dto.js';
import { monthName } from './month-name.js';

const MOST_RELEASES = 6;

/** The releases that most reviews name, in the months of a chart. */
export function mostNamed(
  releases: readonly NamedRelease[],
  months: readonly { month: string }[],
): readonly NamedRelease[] {
  const shown = new Set(months.map(({ month }) => month));
  const named = releases.filter(({ month }) => shown.has(month));
  const fewest = named.map(({ reviews }) => reviews).sort((a, b) => b - a)[MOST_RELEASES - 1] ?? 0;
  return named.filter(({ reviews }) => reviews >= fewest).slice(0, MOST_RELEASES);
}

/** The meaning of the marks in the lines of themes. Null without any. */
export function ReleaseList(props: {
  releases: readonly NamedRelease[];
  months: readonly { month: string }[];
}): VNode | null {
  const most = mostNamed(props.releases, props.months);
  if (most.length === 0) return null;
  return (
    <p class="quiet">
      Releases and the reviews that name them, as dotted lines in the first month:{' '}
      {most.map(({ release, month, reviews }) => `${release} in ${monthName(month)} (${reviews})`).join(', ')}.
    </p>
  );
}
