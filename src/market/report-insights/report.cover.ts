import { howOften } from '#analysis/themes/report.summary.js';
import { REST } from '#analysis/themes/theme.types.js';
import { categoryName } from '#analysis/lexicon/taxonomy.js';
import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { shareInterval, textsReadIn } from '#market/reports/share.interval.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import { counted } from '#platform/text/counted.text.js';
import type {
  CoverChange,
  CoverFigures,
  CoverMarker,
  CoverMonth,
  Direction,
  ReportCover,
} from './report-cover.operations.js';
import type { ThemeDifference } from './report-history.operations.js';

/** A finished report in full. */
export interface CoveredReport {
  themes: readonly ReportTheme[];
  metadata: AnalysisMetadata;
}

/** The change of a theme within the shown months. Shares are from 0 to 1. */
interface Change {
  theme: ReportTheme;
  month: string;
  from: number;
  to: number;
}

const MAX_CHANGES = 3;
const NAMED_THEMES = 2;

/** The cover before the first report. */
export const NO_COVER: ReportCover = { verdict: '', direction: 'level', figures: null };

/**
 * The first screen of a report. Verdict, figures, months, changes and markers follow from the same themes and the same
 * test of change, so they cannot contradict each other.
 * @param months how many of the last complete months are shown
 * @param sinceLast the themes compared with the report before; null without a comparable one
 */
export function coverOf(
  report: CoveredReport,
  months: number,
  sinceLast: readonly ThemeDifference[] | null,
): ReportCover {
  const shown = monthsOf(report.themes).slice(-months);
  const changes = changesIn(report.themes, shown[0]?.month ?? '');
  const [rise] = changes.filter(({ from, to }) => to > from);
  const { average = null, last_90_days = null, before = null } = report.metadata.ratings ?? {};
  return {
    ...verdictOf(report, changes, shown.length),
    figures: {
      ...figuresOf(report.metadata),
      average_rating: average,
      rating_change: last_90_days === null || before === null ? null : Math.round(100 * (last_90_days - before)) / 100,
      top_rising: rise
        ? { ...subjectOf(rise.theme), month: rise.month, from_share: rise.from, to_share: rise.to }
        : null,
    },
    months: shown,
    what_changed: [...changes.map(changeOf), ...differencesOf(report.themes, changes, sinceLast)].slice(0, MAX_CHANGES),
    markers: markersOf(report.metadata, changes, shown),
  };
}

/** The part of the cover that any caller may read. */
export const coverTasteOf = (report: CoveredReport): ReportCover => ({
  ...verdictOf(report, [], 0),
  figures: figuresOf(report.metadata),
});

function figuresOf(
  metadata: AnalysisMetadata,
): Pick<CoverFigures, 'texts_read' | 'texts_with_problem' | 'share_with_problem'> {
  const texts_read = textsReadIn(metadata);
  const texts_with_problem = Math.min(metadata.reviews_with_problem, texts_read);
  return { texts_read, texts_with_problem, share_with_problem: shareInterval(texts_with_problem, texts_read).share };
}

/** The themes that name a problem one could act on. */
const problemsIn = (themes: readonly ReportTheme[]): ReportTheme[] => themes.filter(({ isVague }) => !isVague);

/** The changes that began in the shown months, the greatest first. */
function changesIn(themes: readonly ReportTheme[], firstMonth: string): Change[] {
  return problemsIn(themes)
    .flatMap((theme) =>
      theme.change && theme.change.month >= firstMonth
        ? [{ theme, month: theme.change.month, from: theme.change.from_share, to: theme.change.to_share }]
        : [],
    )
    .sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
}

function verdictOf(
  { themes, metadata }: CoveredReport,
  changes: readonly Change[],
  months: number,
): { verdict: string; direction: Direction } {
  const rise = changes.find(({ from, to }) => to > from);
  const fall = changes.find(({ from, to }) => to < from);
  if (rise) {
    const other = fall ? `, while ${named(fall)} has fallen to ${percent(fall.to)}` : '';
    return { verdict: `${named(rise)} has grown ${sharesOf(rise)}${other}.`, direction: 'worse' };
  }
  if (fall) return { verdict: `${named(fall)} has fallen ${sharesOf(fall)}.`, direction: 'better' };
  const { texts_read, share_with_problem } = figuresOf(metadata);
  const texts = counted(texts_read, 'text');
  const problems = problemsIn(themes);
  if (themes.length === 0) return { verdict: `No problem recurs in ${texts}.`, direction: 'level' };
  const nameable = problems.length > 0 ? problems : themes.filter(({ family }) => family !== REST);
  const first = nameable.slice(0, NAMED_THEMES);
  const names = first.map(({ category_name }) => `“${category_name}”`).join(' and ');
  const most = names
    ? `${howOften(first, themes, ({ total_mentions }) => total_mentions)} ${names}`
    : 'but none is named often';
  const level = months > 0 ? ` Nothing changed beyond chance in ${months} months.` : '';
  return {
    verdict: `${percent(share_with_problem)} of ${texts} name a problem, ${most}.${level}`,
    direction: 'level',
  };
}

const named = ({ theme }: Change): string => `“${theme.category_name}”`;
const sharesOf = ({ from, to, month }: Change): string =>
  `from ${percent(from)} to ${percent(to)} of the texts since ${monthInWords(month)}`;

/** A share in percent, with one decimal below 10 %. */
export const percent = (share: number): string =>
  `${share < 0.1 ? Number((100 * share).toFixed(1)) : Math.round(100 * share)}%`;

const monthInWords = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const subjectOf = ({ theme_id, category_name }: ReportTheme) => ({ theme_id, category_name });

const changeOf = ({ theme, month, from, to }: Change): CoverChange => ({
  ...subjectOf(theme),
  direction: to > from ? 'worse' : 'better',
  month,
  from_share: from,
  to_share: to,
  quote: theme.quotes[0]?.quote_text ?? null,
});

/** The themes that grew or shrank since the last report, beside those whose months show it. */
function differencesOf(
  themes: readonly ReportTheme[],
  changes: readonly Change[],
  sinceLast: readonly ThemeDifference[] | null,
): CoverChange[] {
  const problems = new Set(problemsIn(themes).map(({ category_name }) => category_name));
  const shown = new Set(changes.map(({ theme }) => theme.category_name));
  return (sinceLast ?? []).flatMap(({ change, category_name, from, to }) => {
    if ((change !== 'grown' && change !== 'shrunk') || shown.has(category_name) || !from || !to) return [];
    if (!problems.has(category_name)) return [];
    const theme = themes.find((each) => each.category_name === category_name);
    const direction = change === 'grown' ? 'worse' : 'better';
    const quote = theme?.quotes[0]?.quote_text ?? null;
    const shares = { from_share: from.share, to_share: to.share };
    return [{ theme_id: theme?.theme_id ?? null, category_name, direction, month: null, ...shares, quote } as const];
  });
}

/** The mentions of each category in each complete month. All themes have the same months. */
function monthsOf(themes: readonly ReportTheme[]): CoverMonth[] {
  const totals = new Map<string, number>();
  for (const { categoryId, total_mentions } of themes) {
    totals.set(categoryId, (totals.get(categoryId) ?? 0) + total_mentions);
  }
  const categories = [...totals].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return (themes[0]?.months ?? []).map(({ month, reviews, too_small }, place) => ({
    month,
    texts_read: reviews,
    too_small,
    categories: categories.map((id) => ({
      category: categoryName(id),
      mentions: themes.reduce(
        (sum, { categoryId, months }) => sum + (categoryId === id ? (months?.[place]?.mentions ?? 0) : 0),
        0,
      ),
    })),
  }));
}

function markersOf(
  metadata: AnalysisMetadata,
  changes: readonly Change[],
  shown: readonly CoverMonth[],
): CoverMarker[] {
  const months = new Set(shown.map(({ month }) => month));
  return [
    ...(metadata.releases ?? []).map(({ release, month }) => ({ kind: 'release' as const, month, label: release })),
    ...changes.map(({ theme, month }) => ({ kind: 'change' as const, month, label: theme.category_name })),
  ]
    .filter(({ month }) => months.has(month))
    .sort((a, b) => (a.month < b.month ? -1 : 1));
}
