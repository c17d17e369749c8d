import type { ReportTheme } from '#market/report-reading/report.content.js';
import type { SparkProps } from '../charts/sparkline.page.js';
import { changeOf } from './change.words.js';
import { bucketAt, pointsOf } from './cover.view.js';

const MONTHS = 12;

/** The highest share of these themes in a month of the last year, in percent: the scale of their lines. */
export const topOf = (themes: readonly ReportTheme[]): number =>
  Math.max(1, ...themes.flatMap((theme) => pointsOf(theme, MONTHS).flatMap(({ share }) => share ?? [])));

/** The line of a theme over the last year, with its change. */
export function sparkOf(theme: ReportTheme, max: number): SparkProps {
  const points = pointsOf(theme, MONTHS);
  return {
    ...{ values: points.map(({ share }) => share), max, tone: changeOf(theme.change).tone },
    changedAt: theme.change ? bucketAt(points, theme.change.month) : undefined,
  };
}
