import { counted } from '#platform/text/counted.text.js';
import { type ThemeDraft } from '../analysis.types.js';
import { REST, type ReportBase, type ReviewRecord } from './theme.types.js';

const DAY_MS = 86_400_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const NAMED_THEMES = 3;

/** The texts of a report that were read, and how many of them have a mention in a theme. */
export interface TextCounts {
  withProblem: number;
  read: number;
}

/**
 * Summarizes a report in one or two sentences: the share of the texts read with a problem, the first themes in their order, and
 * the first of them that grows.
 */
export function summarizeReport(
  base: ReportBase,
  { withProblem, read }: TextCounts,
  themes: readonly ThemeDraft[],
): string {
  const texts = `${counted(read, 'text')} read`;
  if (!themes.length) return `No recurring pain in ${texts}.`;
  const first = namedFirst(themes).slice(0, NAMED_THEMES);
  const named = first.map((theme) => `“${theme.categoryName}” (${theme.totalMentions.toLocaleString('en')})`);
  const share = Math.round((withProblem / read) * 100);
  const rising = themes.find(({ isTelling, trend }) => isTelling && (trend === 'trending' || trend === 'emerging'));
  const growth = rising ? ` “${rising.categoryName}” is ${rising.trend}.` : '';
  const most = named.length
    ? `${howOften(first, themes, ({ totalMentions }) => totalMentions)} ${join(named)}`
    : 'but none is named often';
  return `${share}% of ${texts}${period(base)} name a problem, ${most}.${growth}`;
}

/**
 * "most often" if no other theme has more mentions than a named one. The complaints of no theme are many problems, so their number
 * does not count.
 */
export function howOften<Named extends { family: string }>(
  named: readonly Named[],
  themes: readonly Named[],
  mentionsOf: (theme: Named) => number,
): string {
  const least = Math.min(...named.map(mentionsOf));
  const others = themes.filter((theme) => theme.family !== REST && !named.includes(theme));
  return others.every((theme) => mentionsOf(theme) <= least) ? 'most often' : 'among them';
}

/** The themes that a summary may name: "Does not work" is true of every problem, and named only if nothing else is. */
export function namedFirst(themes: readonly ThemeDraft[]): ThemeDraft[] {
  const telling = themes.filter(({ isTelling }) => isTelling);
  return telling.length ? telling : themes.filter(({ family }) => family !== REST);
}

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
