import { counted } from '#platform/text/counted.text.js';
import {
  type ReportContext,
  type MentionDraft,
  type ReportDraft,
  type ThemeDraft,
  type ThemeSoFar,
  type VariantDraft,
} from './analysis.types.js';
import { NAME_LANGUAGES } from './lexicon/families.js';
import { toProbability } from './model/linear.model.js';
import { findChange } from './themes/change.finder.js';
import { averageRating, judgeImpact } from './themes/impact.judge.js';
import { pickQuotes, quoteKey } from './themes/quote.picker.js';
import { countReleases } from './themes/release.counter.js';
import { countMonths, summarizeReport } from './themes/report.summary.js';
import { formThemes } from './themes/theme.former.js';
import { countSeries } from './themes/theme.months.js';
import {
  type Mention,
  REST,
  type ReportBase,
  type ReviewRecord,
  type ThemeGroup,
  type VariantGroup,
} from './themes/theme.types.js';
import { judgeTrend, recentChange, trendOf } from './themes/trend.judge.js';

const DAY_MS = 86_400_000;
const MAX_QUOTES = 5;
/** Enough mentions to find one good quote among them. */
const MAX_CANDIDATES = 300;
/** Themes that are named while a report is made. */
const MAX_SO_FAR = 8;
/** The variants whose quotes come first among those of their theme. */
const QUOTED_VARIANTS = 3;

/** The input of a report. */
export interface ReportInput {
  /** One record per review, in any order. */
  records: readonly ReviewRecord[];
  context: ReportContext;
  engineId: string;
  /** Notes for the report's metadata, placed before all others. */
  notes?: readonly string[];
  /** `YYYY-MM`, by default the current month (UTC). Its reviews are still arriving, so no series shows it. */
  thisMonth?: string;
}

/** Builds a report from its records, whose order does not matter. */
export function draftReport(input: ReportInput): ReportDraft {
  const { records, context, engineId, notes = [], thisMonth = new Date().toISOString().slice(0, 7) } = input;
  const { base, copies } = foldCopies(records);
  const read = base.records.filter(({ skipped }) => skipped === undefined);
  const groups = formThemes(read, context.productName).sort(byWeight);
  // Every theme and variant is one more chance of a trend that is none.
  const chances = groups.reduce((sum, { variants }) => sum + 1 + variants.length, 0);
  // A theme without a quote as evidence is left out, so the summary does not name it.
  const state = { quoted: new Set<string>(), thisMonth, themes: groups.length, chances };
  const themes = groups.map((group) => draftTheme(group, base, state)).filter(({ quotes }) => quotes.length > 0);
  const withProblem = new Set(themes.flatMap(({ mentions }) => mentions.map(({ reviewId }) => reviewId))).size;
  const languages = countLanguages(base.records);
  const spoken = countLanguages(read.filter(({ complaints }) => complaints.length));
  return {
    summary: summarizeReport(base, { withProblem, read: read.length }, themes),
    themes,
    metadata: {
      engine: engineId,
      reviewsRead: records.length,
      texts: countTexts(base, copies),
      reviewsWithProblem: withProblem,
      themedShare: themedShareOf(themes),
      languagesNamed: NAME_LANGUAGES.filter((language) => spoken[language] !== undefined),
      datedFrom: dateOf(base.oldestDay),
      datedTo: dateOf(base.newestDay),
      languages,
      reviewsByMonth: countMonths(read).map(({ month, count }) => ({ month, reviews: count })),
      releases: countReleases(base.records),
      notes: [...notes, ...notesOf(languages, copies, base)],
    },
  };
}

/** The first themes of a report in the making, without the complaints of no theme. */
export function themesSoFar({ records, context }: Pick<ReportInput, 'records' | 'context'>): ThemeSoFar[] {
  const read = foldCopies(records).base.records.filter(({ skipped }) => skipped === undefined);
  return formThemes(read, context.productName)
    .filter(({ family }) => family !== REST)
    .sort(byWeight)
    .slice(0, MAX_SO_FAR)
    .map(({ name, mentions }) => ({ name, mentions: mentions.length }));
}

/** Sorts by id and keeps the earliest record of every set of identical long texts. */
function foldCopies(all: readonly ReviewRecord[]): { base: ReportBase; copies: number } {
  const sorted = [...all].sort((left, right) => (left.id < right.id ? -1 : 1));
  const earliest = new Map<string, ReviewRecord>();
  for (const record of sorted) {
    if (record.copyKey === null) continue;
    const known = earliest.get(record.copyKey);
    if (!known || (record.day ?? Infinity) < (known.day ?? Infinity)) earliest.set(record.copyKey, record);
  }
  const records = sorted.filter((record) => record.copyKey === null || earliest.get(record.copyKey) === record);
  let newestDay: number | null = null;
  let oldestDay: number | null = null;
  for (const { day } of records) {
    if (day === null) continue;
    newestDay = Math.max(newestDay ?? day, day);
    oldestDay = Math.min(oldestDay ?? day, day);
  }
  const base = { records, averageRating: averageRating(records.map(({ rating }) => rating)), newestDay, oldestDay };
  return { base, copies: sorted.length - records.length };
}

/** The share of the mentions that are in a theme with a name of its own. */
function themedShareOf(themes: readonly ThemeDraft[]): number {
  const all = themes.reduce((sum, { totalMentions }) => sum + totalMentions, 0);
  const other = themes.find(({ family }) => family === REST)?.totalMentions ?? 0;
  return all === 0 ? 1 : 1 - other / all;
}

function countLanguages(records: readonly ReviewRecord[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of records) counts.set(language, (counts.get(language) ?? 0) + 1);
  const ranked = [...counts].sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  );
  return Object.fromEntries(ranked);
}

function countTexts({ records }: ReportBase, copy: number): ReportDraft['metadata']['texts'] {
  const count = (reason?: 'language' | 'no_words'): number =>
    records.filter(({ skipped }) => skipped === reason).length;
  return { read: count(), skipped: { language: count('language'), no_words: count('no_words'), copy } };
}

interface ReportState {
  /** The quotes of the report so far; each theme adds its own, so that no quote appears twice. */
  quoted: Set<string>;
  thisMonth: string;
  /** The number of themes. */
  themes: number;
  /** The number of themes and variants. */
  chances: number;
}

function draftTheme(group: ThemeGroup, base: ReportBase, state: ReportState): ThemeDraft {
  const { mentions } = group;
  const months = countSeries(mentions, base, state.thisMonth);
  const change = findChange(months, state.themes) ?? recentChange(judgeTrend(mentions, base, state.chances), months);
  const picked = pickVariantQuotes(group, base, state);
  const variants = group.variants.map((variant) => draftVariant(variant, picked.get(variant), base, state));
  return {
    family: group.family,
    categoryId: group.categoryId,
    categoryName: group.name,
    isTelling: group.isTelling,
    trend: trendOf(change, months, judgeTrend(mentions, base)),
    totalMentions: mentions.length,
    averageRating: averageRating(mentions.map(({ record }) => record.rating)),
    impact: judgeImpact(mentions, base),
    mentionsByMonth: countMonths(mentions.map(({ record }) => record)).map(({ month, count }) => ({
      month,
      mentions: count,
    })),
    months,
    change,
    variants,
    mentions: draftMentions(group),
    quotes: quotesOf(group, picked, base, state).map(quoteOf),
  };
}

const quoteOf = ({ record, complaint }: Mention): { reviewId: string; quoteText: string } => ({
  reviewId: record.id,
  quoteText: complaint.slice,
});

/** One quote for each variant, and for the problem that gives the theme its name. */
function pickVariantQuotes(
  { variants, naming }: ThemeGroup,
  base: ReportBase,
  { quoted }: ReportState,
): Map<VariantGroup, Mention> {
  const picked = new Map<VariantGroup, Mention>();
  for (const variant of naming ? [naming, ...variants] : variants) {
    const name = variant.kind === 'circumstance' ? null : variant.name;
    const [quote] = pickQuotes(variant.mentions.slice(0, MAX_CANDIDATES), base.newestDay, quoted, name, 1);
    if (!quote) continue;
    picked.set(variant, quote);
    quoted.add(quoteKey(quote.complaint.slice));
  }
  return picked;
}

/** The quotes of a theme: those of its first variants, then others, one per review. */
function quotesOf(
  { mentions, variants, naming }: ThemeGroup,
  picked: ReadonlyMap<VariantGroup, Mention>,
  base: ReportBase,
  { quoted }: ReportState,
): Mention[] {
  const named = (naming ? [naming, ...variants] : variants).filter(({ kind }) => kind !== 'circumstance');
  const first = named.slice(0, QUOTED_VARIANTS).flatMap((variant) => picked.get(variant) ?? []);
  const ids = new Set<string>();
  const distinct = first.filter(({ record }) => !ids.has(record.id) && ids.add(record.id));
  const left = mentions.filter(({ record }) => !ids.has(record.id));
  const more = pickQuotes(left, base.newestDay, quoted, null, MAX_QUOTES - distinct.length);
  for (const { complaint } of more) quoted.add(quoteKey(complaint.slice));
  return [...distinct, ...more];
}

function draftVariant(
  { name, kind, mentions }: VariantGroup,
  quote: Mention | undefined,
  base: ReportBase,
  { thisMonth, chances }: ReportState,
): VariantDraft {
  const months = countSeries(mentions, base, thisMonth);
  const judged = judgeTrend(mentions, base, chances);
  return {
    name,
    kind,
    totalMentions: mentions.length,
    averageRating: averageRating(mentions.map(({ record }) => record.rating)),
    trend: trendOf(recentChange(judged, months), months, judged),
    quote: quote ? quoteOf(quote) : null,
  };
}

function draftMentions({ mentions, variants }: ThemeGroup): MentionDraft[] {
  const named = new Map<string, string[]>();
  for (const variant of variants)
    for (const { record } of variant.mentions) named.set(record.id, [...(named.get(record.id) ?? []), variant.name]);
  return [...mentions].sort(byStrength).map(({ record: { id }, complaint: { slice }, odds }) => ({
    reviewId: id,
    quoteText: slice,
    strength: slice === '' ? 0 : Math.round(toProbability(odds) * 1_000) / 1_000,
    variants: named.get(id) ?? [],
  }));
}

/** The strongest first, then the newest. Mentions without a sentence follow. */
function byStrength(left: Mention, right: Mention): number {
  const without = Number(left.complaint.slice === '') - Number(right.complaint.slice === '');
  if (without) return without;
  const days = (right.record.day ?? -Infinity) - (left.record.day ?? -Infinity);
  return right.odds - left.odds || days || (left.record.id < right.record.id ? -1 : 1);
}

/** Themes that say something first, then those that say only that something is wrong, then the other complaints. */
function byWeight(left: ThemeGroup, right: ThemeGroup): number {
  const ratingOf = ({ mentions }: ThemeGroup): number =>
    averageRating(mentions.map(({ record }) => record.rating)) ?? 5;
  return (
    Number(left.family === REST) - Number(right.family === REST) ||
    Number(right.isTelling) - Number(left.isTelling) ||
    right.mentions.length - left.mentions.length ||
    ratingOf(left) - ratingOf(right) ||
    (left.name < right.name ? -1 : 1)
  );
}

function notesOf(languages: Record<string, number>, copies: number, base: ReportBase): string[] {
  const notes: string[] = [];
  const foreign = base.records.filter(({ skipped }) => skipped === 'language').length;
  if (foreign)
    notes.push(
      `${counted(foreign, 'review')} in a language this engine does not read: only stars and dates count there.`,
    );
  const partly = ['de', 'es', 'pt', 'it'].reduce((sum, code) => sum + (languages[code] ?? 0), 0);
  if (partly)
    notes.push(
      `${counted(partly, 'review')} in German, Spanish, Portuguese or Italian, read with short word lists only.`,
    );
  if (copies)
    notes.push(`${counted(copies, 'review')} with the same long text as an earlier one, counted once with it.`);
  const undated = base.records.filter(({ day }) => day === null).length;
  if (undated) notes.push(`${counted(undated, 'review')} without a date, left out of trends.`);
  return notes;
}

function dateOf(day: number | null): string | null {
  return day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
}
