import type { CoverMonth, ReportCover } from '#market/report-insights/report-cover.operations.js';
import { coverOf, NO_COVER } from '#market/report-insights/report.cover.js';
import type { Report, ReportTheme } from '#market/report-reading/report.content.js';
import { shareInterval } from '#market/reports/share.interval.js';
import type { Bucket, Layer } from '../charts/stacked-months.page.js';
import type { SharePoint } from '../charts/trend.page.js';

/** A bucket of months with fewer texts has no rate. */
const MIN_TEXTS = 20;
const SIZES = [1, 2, 3];
const CHANGED_LAYERS = 3;
const LEVEL_LAYERS = 3;

/** The months that the first screen of a report shows. */
export const COVERED_MONTHS = 12;

/** The first screen of a report that is read in full, without a comparison with the one before. */
export const coverIn = ({ themes, metadata }: Pick<Report, 'themes' | 'metadata'>): ReportCover =>
  metadata ? coverOf({ themes, metadata }, COVERED_MONTHS, null) : NO_COVER;

interface Counted {
  month: string;
  reviews: number;
}

/** Whether a text of a full report has a date. */
export const hasDates = (themes: readonly ReportTheme[]): boolean =>
  themes.some(({ months = [] }) => months.some(({ reviews }) => reviews > 0));

/** The size of buckets in which the months have enough texts: one month, two, or else three. */
function bucketSizeOf(months: readonly Counted[]): number {
  const texts = months.reduce((sum, { reviews }) => sum + reviews, 0);
  return SIZES.find((size) => size * texts >= MIN_TEXTS * months.length) ?? 3;
}

/** The months in buckets, of which the last one is whole. */
export function pooled<Month extends Counted>(
  months: readonly Month[],
  size: number,
): (Bucket & { months: Month[] })[] {
  const first = months.length % size;
  const buckets: (Bucket & { months: Month[] })[] = [];
  for (let at = first; at < months.length; at += size) {
    const members = months.slice(at, at + size);
    buckets.push({
      from: members[0]?.month ?? '',
      to: members.at(-1)?.month ?? '',
      reviews: members.reduce((sum, { reviews }) => sum + reviews, 0),
      months: members,
    });
  }
  return buckets;
}

/** The stack of a cover: kinds of problems whose share changed on top and in color, the level ones in grey below. */
export interface CoverStack {
  buckets: Bucket[];
  /** From the bottom to the top. */
  layers: Layer[];
}

const RISE_TONES = ['up', 'up2', 'up2'] as const;
const LEVEL_TONES = ['g1', 'g2', 'g3'] as const;

/** Null if fewer than half of the buckets, or no two beside each other, have enough texts. The others are left out. */
export function stackOf(cover: ReportCover, themes: readonly ReportTheme[]): CoverStack | null {
  const months = (cover.months ?? []).map((month) => ({ ...month, reviews: month.texts_read }));
  const buckets = pooled(months, bucketSizeOf(months)).map((bucket) => ({
    ...bucket,
    isTooSmall: bucket.reviews < MIN_TEXTS,
  }));
  const isLine = buckets.some(({ isTooSmall }, at) => !isTooSmall && buckets[at + 1]?.isTooSmall === false);
  if (!isLine || 2 * buckets.filter(({ isTooSmall }) => isTooSmall).length > buckets.length) return null;
  const rateOf = (names: readonly string[]) => buckets.map((bucket) => rate(bucket.months, bucket.reviews, names));
  const all = months[0]?.categories.map(({ category }) => category) ?? [];
  const changed = changedCategories(cover, themes).slice(0, CHANGED_LAYERS);
  const level = all.filter((name) => changed.every(({ category }) => category !== name));
  const rest = level.slice(LEVEL_LAYERS);
  let rises = 0;
  const top = changed.map(({ category, isWorse }): Layer => {
    const tone = isWorse ? (RISE_TONES[rises++] ?? 'up2') : 'down';
    return { name: category, tone, values: rateOf([category]) };
  });
  const grey = level
    .slice(0, LEVEL_LAYERS)
    .map((name, at): Layer => ({ name, tone: LEVEL_TONES[at] ?? 'g3', values: rateOf([name]) }));
  const other: Layer[] = rest.length > 0 ? [{ name: 'Everything else', tone: 'g4', values: rateOf(rest) }] : [];
  return { buckets, layers: [...other, ...grey.reverse(), ...top.reverse()] };
}

function rate(months: readonly CoverMonth[], texts: number, names: readonly string[]): number {
  const mentions = months.reduce(
    (sum, { categories }) =>
      sum +
      categories.reduce((each, { category, mentions: count }) => each + (names.includes(category) ? count : 0), 0),
    0,
  );
  return (100 * mentions) / Math.max(1, texts);
}

function changedCategories(cover: ReportCover, themes: readonly ReportTheme[]) {
  const changed = new Map<string, boolean>();
  for (const { theme_id, direction, month } of cover.what_changed ?? []) {
    const theme = themes.find((each) => each.theme_id === theme_id);
    if (theme && month !== null && !changed.has(theme.category)) changed.set(theme.category, direction === 'worse');
  }
  return [...changed].map(([category, isWorse]) => ({ category, isWorse }));
}

/** The share of a theme in the last months, at most `most`, in percent, with Wilson's interval. */
export function pointsOf({ months: all = [] }: Pick<ReportTheme, 'months'>, most = 24): SharePoint[] {
  const months = all.slice(-most);
  const size = bucketSizeOf(months);
  return pooled(months, size).map(({ from, to, reviews, months: members }) => {
    const mentions = members.reduce((sum, month) => sum + month.mentions, 0);
    const { share, share_low, share_high } = shareInterval(mentions, reviews);
    const limits = { low: 100 * share_low, high: 100 * share_high };
    return { from, to, reviews, mentions, share: reviews < MIN_TEXTS ? null : 100 * share, ...limits };
  });
}

/** The known shares of a theme in its last 12 months. */
export const sharesOf = (theme: ReportTheme | undefined): number[] =>
  theme ? pointsOf(theme, 12).flatMap(({ share }) => share ?? []) : [];

/** The bucket in which a change begins; -1 if it is not shown. */
export const bucketAt = (buckets: readonly Bucket[], month: string): number =>
  buckets.findIndex(({ from, to }) => from <= month && month <= to);
