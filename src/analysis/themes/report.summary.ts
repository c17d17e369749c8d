import { type ThemeDraft } from '../analysis.types.js';
import { meaningOf } from './problems/problem.namer.js';
import { type ReportBase, type ReviewRecord } from './theme.types.js';

const NOT_WORKING = meaningOf('Does not work');
const DAY_MS = 86_400_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const NAMED_THEMES = 3;

/**
 * Summarizes a report in one or two sentences: the share of reviews with a problem, the largest themes, and a growing
 * theme.
 */
export function summarizeReport(base: ReportBase, complaining: number, themes: readonly ThemeDraft[]): string {
  const size = base.records.length;
  const reviews = reviewsIn(size);
  if (!themes.length) return `No recurring pain in ${reviews}.`;
  const telling = themes.filter(isTelling);
  const named = (telling.length > 0 ? telling : themes.filter(({ namesProblem }) => namesProblem))
    .slice(0, NAMED_THEMES)
    .map((theme) => `“${theme.categoryName}” (${theme.totalMentions.toLocaleString('en')})`);
  const share = Math.round((complaining / size) * 100);
  const rising = telling.find(({ trend }) => trend === 'trending' || trend === 'emerging');
  const growth = rising ? ` “${rising.categoryName}” is ${rising.trend}.` : '';
  const most = named.length ? `most often ${join(named)}` : 'but none is named often';
  return `${share}% of ${reviews}${period(base)} name a problem, ${most}.${growth}`;
}

/** "Does not work" is true of every problem, so it is not a headline. */
export const isTelling = ({ namesProblem, categoryName }: ThemeDraft): boolean =>
  namesProblem && meaningOf(categoryName) !== NOT_WORKING;

/** A number of reviews in words. */
export const reviewsIn = (count: number): string =>
  count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`;

/** Counts reviews per calendar month (UTC), oldest first, without empty months. */
export function countMonths(records: readonly Pick<ReviewRecord, 'day'>[]): { month: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { day } of records) {
    if (day === null) continue;
    const month = monthOf(day);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return [...counts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([month, count]) => ({ month, count }));
}

/** The month of a day, as `YYYY-MM`. */
export const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

function period({ oldestDay, newestDay }: ReportBase): string {
  if (oldestDay === null || newestDay === null) return '';
  const from = monthName(oldestDay);
  const to = monthName(newestDay);
  return from === to ? ` (${from})` : ` (${from} – ${to})`;
}

function monthName(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

function join(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : (names[0] ?? '');
}
