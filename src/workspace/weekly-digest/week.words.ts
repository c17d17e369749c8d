import { counted } from '#platform/text/counted.text.js';
import type { MovedTheme, ProductWeek, TeamWeek } from './week.reader.js';

/** A week in one line, such as `3 problems rose, 1 fell, 12 new people`. */
export function summaryOf({ rose, fell, people }: Pick<TeamWeek, 'rose' | 'fell' | 'people'>): string {
  const parts = [
    ...(rose > 0 ? [`${counted(rose, 'problem')} rose`] : []),
    ...(fell > 0 ? [`${rose > 0 ? fell : counted(fell, 'problem')} fell`] : []),
    ...(people > 0 ? [counted(people, 'new person', 'new people')] : []),
  ];
  return parts.join(', ');
}

/** What is new about a product, in sentences without its name. */
export function newsOf({ rose, fell, people }: ProductWeek): string[] {
  const listed = (themes: readonly MovedTheme[]): string =>
    themes.map(({ name, from, to }) => `${name} (${from} → ${to} mentions)`).join(', ');
  return [
    ...(rose.length > 0 ? [`Rose: ${listed(rose)}.`] : []),
    ...(fell.length > 0 ? [`Fell: ${listed(fell)}.`] : []),
    ...(people > 0 ? [`${counted(people, 'new person', 'new people')} to reach.`] : []),
  ];
}
