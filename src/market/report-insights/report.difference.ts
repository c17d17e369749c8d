import type { RatedThemes } from '#market/report-reading/finished-reports.service.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import { type ChangeKind, THEME_CHANGES, type ThemeDifference, type ThemeState } from './report-history.operations.js';

const GROWN_FROM = 1.3;
const SHRUNK_TO = 0.7;
/** The z above which a change is significant: one-sided, 5 %. */
const SIGNIFICANT_Z = 1.64;
const MIN_MENTIONS = 6;

/** The change of each theme between two reports: grown, new, shrunk, gone, same, each by significance. */
export function differenceOf(from: RatedThemes, to: RatedThemes): ThemeDifference[] {
  const [before, after] = [byId(from.themes), byId(to.themes)];
  const gone = from.themes.filter(({ theme_id }) => !after.has(theme_id));
  const changes = [...to.themes, ...gone].map(({ theme_id, category_name }) => {
    const [earlier, later] = [before.get(theme_id), after.get(theme_id)];
    const counts = [countsOf(earlier, from), countsOf(later, to)] as const;
    const [z, ratio] = [zOf(...counts), earlier && later ? ratioOf(...counts) : null];
    const [fromState, toState] = [stateOf(earlier, from), stateOf(later, to)];
    const change = changeOf(fromState, toState, { ratio, z });
    return { z, difference: { category_name, change, from: fromState, to: toState, ratio } };
  });
  const placeOf = ({ change }: ThemeDifference): number => THEME_CHANGES.indexOf(change);
  changes.sort((a, b) => placeOf(a.difference) - placeOf(b.difference) || Math.abs(b.z) - Math.abs(a.z));
  return changes.map(({ difference }) => difference);
}

/** A theme keeps its id while it is about the same thing, whatever its name. */
const byId = (themes: readonly ReportTheme[]): Map<string, ReportTheme> =>
  new Map(themes.map((theme) => [theme.theme_id, theme]));

interface Counts {
  mentions: number;
  reviews: number;
}

const countsOf = (theme: ReportTheme | undefined, { textsRead }: RatedThemes): Counts => ({
  mentions: theme?.total_mentions ?? 0,
  reviews: textsRead,
});

function stateOf(theme: ReportTheme | undefined, { textsRead }: RatedThemes): ThemeState | null {
  if (!theme) return null;
  const { total_mentions, trend, business_impact } = theme;
  return { total_mentions, share: textsRead > 0 ? total_mentions / textsRead : 0, trend, business_impact };
}

function changeOf(
  from: ThemeState | null,
  to: ThemeState | null,
  { ratio, z }: { ratio: number | null; z: number },
): ChangeKind {
  if (!from) return 'new';
  if (!to) return 'gone';
  const isReal = Math.abs(z) >= SIGNIFICANT_Z && Math.max(from.total_mentions, to.total_mentions) >= MIN_MENTIONS;
  if (!isReal || ratio === null) return 'same';
  if (ratio >= GROWN_FROM) return 'grown';
  return ratio <= SHRUNK_TO ? 'shrunk' : 'same';
}

/** The ratio of two shares. Multiplied before it is divided, so that a limit such as 0.7 is met exactly. */
function ratioOf(from: Counts, to: Counts): number | null {
  const base = from.mentions * to.reviews;
  return base > 0 ? (to.mentions * from.reviews) / base : null;
}

/** The z of two proportions with their pooled variance; 0 if one has no reviews or there is no variance. */
function zOf(from: Counts, to: Counts): number {
  if (from.reviews === 0 || to.reviews === 0) return 0;
  const pooled = (from.mentions + to.mentions) / (from.reviews + to.reviews);
  const variance = pooled * (1 - pooled) * (1 / from.reviews + 1 / to.reviews);
  return variance > 0 ? (to.mentions / to.reviews - from.mentions / from.reviews) / Math.sqrt(variance) : 0;
}
