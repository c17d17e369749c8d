import type { Theme } from '#market/reports/theme.dto.js';
import { longMonth } from '../charts/geometry.js';
import type { Tone } from '../charts/sparkline.page.js';

/** A share below this is as good as none. */
const NONE = 0.002;

/** A change of a share, such as `×3.7 since Sep 2026`, by the one test that the report makes. */
export function changeOf(change: Theme['change']): { text: string; tone: Tone } {
  if (!change) return { text: 'level', tone: 'level' };
  const { month, from_share: from, to_share: to } = change;
  if (from < NONE && to > from) return { text: `new in ${longMonth(month)}`, tone: 'rise' };
  return { text: `${timesOf(from, to)} since ${longMonth(month)}`, tone: to > from ? 'rise' : 'fall' };
}

const timesOf = (from: number, to: number): string => `×${(to / Math.max(from, NONE)).toFixed(1)}`;

/** A share from 0 to 1 in percent, with one decimal. */
export const percentOf = (share: number): string => `${(100 * share).toFixed(1)}%`;
