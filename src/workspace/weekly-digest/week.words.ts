import type { MovedTheme, ProductWeek, TeamWeek } from './week.reader.js';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A week in one line, such as `3 problems rose, 1 fell, 12 new people`. */
export function summaryOf({ rose, fell, people }: Pick<TeamWeek, 'rose' | 'fell' | 'people'>): string {
  const parts = [
    ...(rose > 0 ? [`${plural(rose, 'problem', 'problems')} rose`] : []),
    ...(fell > 0 ? [`${rose > 0 ? fell : plural(fell, 'problem', 'problems')} fell`] : []),
    ...(people > 0 ? [plural(people, 'new person', 'new people')] : []),
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
    ...(people > 0 ? [`${plural(people, 'new person', 'new people')} to reach.`] : []),
  ];
}
