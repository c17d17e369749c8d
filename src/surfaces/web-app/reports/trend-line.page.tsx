import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { VNode } from 'preact';
import { monthsOf } from '#analysis/themes/theme.months.js';
import type { NamedRelease } from '#market/reports/analysis-metadata.dto.js';
import type { Theme, ThemeChange } from '#market/reports/theme.dto.js';
import { Badge } from '../parts/parts.page.js';
import { ChartTable } from './charts.page.js';

const WIDTH = 220;
const HEIGHT = 48;

interface Point {
  /** `YYYY-MM` */
  month: string;
  /** Null for a month without reviews. */
  value: number | null;
  /** All reviews of the month that were read; 0 if they are not known. */
  reviews: number;
}

interface TrendProps {
  theme: string;
  mentions: readonly { month: string; mentions: number }[];
  /** All reviews that were read; undefined in older reports, whose line shows plain counts. */
  reviews: readonly { month: string; reviews: number }[] | undefined;
  /** The month in which the report was made. It is incomplete, so it is left out. */
  currentMonth: string;
  /** The month from which on the share differs, with both shares from 0 to 1. Undefined if it is not known. */
  change?: ThemeChange | null;
  /** Each is marked in the month in which reviews first name it. `ReleaseList` says which they are. */
  releases?: readonly NamedRelease[];
  /** Whether the line is as wide as the page, and the same figures follow as a table. By default it is so. */
  isLarge?: boolean;
}

/** A small line chart of a theme: its mentions per 100 reviews of each month. */
export function TrendLine({
  theme,
  mentions,
  reviews,
  currentMonth,
  change,
  releases = [],
  isLarge = true,
}: TrendProps): VNode | null {
  const series = seriesOf(mentions, reviews).filter(({ month }) => month < currentMonth);
  const drawn = series.flatMap(({ value }) => value ?? []);
  const peak = max(drawn) ?? 0;
  if (drawn.length < 2 || peak === 0) return null;
  const x = scaleLinear()
    .domain([0, series.length - 1])
    .range([2, WIDTH - 2]);
  const y = scaleLinear()
    .domain([0, peak])
    .range([HEIGHT - 2, 4]);
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x((_, index) => tenths(x(index)))
    .y(({ value }) => tenths(y(value ?? 0)));
  const marks = mostNamed(releases, series).map(({ month }) => x(series.findIndex((point) => point.month === month)));
  const changedAt = series.findIndex(({ month }) => month === change?.month);
  const unit = reviews ? 'Mentions per 100 reviews' : 'Mentions per month';
  const title = `${theme}: ${unit.toLowerCase()}`;
  return (
    <figure class="chart-figure">
      <figcaption class="quiet">
        {unit}, {monthName(series[0]?.month ?? '')} – {monthName(series.at(-1)?.month ?? '')} (peak {tenths(peak)})
        {change !== undefined && `. ${changeIn(change)}`}
        {isLarge && volumeIn(series)}
      </figcaption>
      <svg
        class={isLarge ? 'chart trend large' : 'chart trend'}
        role="img"
        aria-label={title}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        preserveAspectRatio={isLarge ? 'none' : undefined}
      >
        {isLarge && <path class="area" d={volumeOf(series, x)} />}
        <line class="rule" x1={2} x2={WIDTH - 2} y1={HEIGHT - 2} y2={HEIGHT - 2} />
        {marks.length > 0 && <path class="release" d={marks.map((at) => `M${tenths(at)} 2V${HEIGHT - 2}`).join('')} />}
        {changedAt > 0 && <line class="change" x1={x(changedAt)} x2={x(changedAt)} y1={2} y2={HEIGHT - 2} />}
        <path class="line" d={path(series) ?? ''} />
      </svg>
      {isLarge && (
        <ChartTable
          title={title}
          heads={['Month', unit]}
          rows={series.flatMap(({ month, value }) => (value === null ? [] : [[month, tenths(value)] as const]))}
        />
      )}
    </figure>
  );
}

const mostReviews = (series: readonly Point[]): number => max(series, ({ reviews }) => reviews) ?? 0;

/** The outline of the reviews of each month, on a scale of its own. */
function volumeOf(series: Point[], x: (index: number) => number): string {
  const y = scaleLinear()
    .domain([0, Math.max(1, mostReviews(series))])
    .range([HEIGHT - 2, 4]);
  const outline = area<Point>()
    .x((_, index) => tenths(x(index)))
    .y0(HEIGHT - 2)
    .y1(({ reviews }) => tenths(y(reviews)));
  return outline(series) ?? '';
}

/** The legend of the area. Older reports lack the number of reviews of each month. */
const volumeIn = (series: readonly Point[]): string =>
  mostReviews(series) > 0
    ? `. Area: the reviews of each month (most: ${mostReviews(series).toLocaleString('en')})`
    : '';

/** A change in words, for who does not see the mark in the chart. */
function changeIn(change: ThemeChange | null): string {
  if (!change) return 'No lasting change beyond chance';
  const [from, to] = [change.from_share, change.to_share].map((share) => tenths(100 * share));
  return `Changed in ${monthName(change.month)} from ${from} to ${to} per 100 reviews`;
}

function seriesOf(mentions: TrendProps['mentions'], reviews: TrendProps['reviews']): Point[] {
  const counts = new Map(mentions.map((each) => [each.month, each.mentions]));
  if (!reviews) return monthsOf(mentions).map((month) => ({ month, value: counts.get(month) ?? 0, reviews: 0 }));
  const totals = new Map(reviews.map((each) => [each.month, each.reviews]));
  return monthsOf(reviews).map((month) => {
    const total = totals.get(month);
    return { month, value: total ? (100 * (counts.get(month) ?? 0)) / total : null, reviews: total ?? 0 };
  });
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

const TREND_TONES = { trending: 'bad', emerging: 'wait', declining: 'good' } as const;

/** `areDatesKnown` is undefined in a preview. There, `stable` may only mean that there are no dates. */
export function TrendBadge(props: { theme: Theme; areDatesKnown: boolean | undefined }): VNode | null {
  const { theme, areDatesKnown } = props;
  const { trend } = theme;
  if (areDatesKnown === false) return <Badge>no dates</Badge>;
  if (areDatesKnown === undefined && trend === 'stable') return null;
  return <Badge tone={TREND_TONES[trend as keyof typeof TREND_TONES]}>{trendOf(theme)}</Badge>;
}

/** The trend in words. A share that once changed for good is stable only since then. */
export const trendOf = ({ trend, change }: Theme): string =>
  trend === 'stable' && change ? `stable since ${monthName(change.month)}` : trend;

const MAX_RELEASES = 6;

/** The releases that most reviews name, in the months of a chart. */
export function mostNamed(
  releases: readonly NamedRelease[],
  months: readonly { month: string }[],
): readonly NamedRelease[] {
  const shown = new Set(months.map(({ month }) => month));
  const named = releases.filter(({ month }) => shown.has(month));
  const fewest = named.map(({ reviews }) => reviews).sort((a, b) => b - a)[MAX_RELEASES - 1] ?? 0;
  return named.filter(({ reviews }) => reviews >= fewest).slice(0, MAX_RELEASES);
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

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2025-03` as `Mar 2025`. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
