import { type EngineContext, type ReportDraft, type ThemeDraft, type MentionDraft } from './analysis.types.js';
import { categoryName } from './lexicon/taxonomy.js';
import { toProbability } from './model/linear.model.js';
import { findChange } from './themes/change.finder.js';
import { averageRating, judgeImpact } from './themes/impact.judge.js';
import { pickQuotes, quoteKey } from './themes/quote.picker.js';
import { countReleases } from './themes/release.counter.js';
import { countMonths, reviewsIn, summarizeReport } from './themes/report.summary.js';
import { formThemes } from './themes/theme.former.js';
import { countSeries } from './themes/theme.months.js';
import { type Mention, type ReportBase, type ReviewRecord, type ThemeGroup } from './themes/theme.types.js';
import { agreeTrend, judgeTrend } from './themes/trend.judge.js';

const DAY_MS = 86_400_000;
const MIN_MENTIONS = 2;
/** In large reports a theme needs at least this share of the reviews with complaints. */
const MIN_SHARE = 0.01;

/** The input of a report. */
export interface ReportInput {
  /** One record per review, in any order. */
  records: readonly ReviewRecord[];
  context: EngineContext;
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
  const complaining = base.records.filter(({ complaints }) => complaints.length).length;
  const minMentions = Math.max(MIN_MENTIONS, MIN_SHARE * complaining);
  const groups = formThemes(base.records, context.productName)
    .filter(({ categoryId, problem }) => categoryId !== 'other' || problem !== null)
    .filter(({ mentions, problem }) => problem !== null || mentions.length >= minMentions);
  // A theme without a quote as evidence is left out, so the summary does not name it.
  const quoted = new Set<string>();
  const themes = groups
    .map((group) => draftTheme(group, base, { quoted, thisMonth, themes: groups.length }))
    .filter(({ quotes }) => quotes.length > 0)
    .sort(byWeight);
  const languages = countLanguages(base);
  return {
    summary: summarizeReport(base, complaining, themes),
    themes,
    metadata: {
      engine: engineId,
      reviewsRead: records.length,
      texts: countTexts(base, copies),
      reviewsWithProblem: complaining,
      datedFrom: dateOf(base.oldestDay),
      datedTo: dateOf(base.newestDay),
      languages,
      reviewsByMonth: countMonths(base.records).map(({ month, count }) => ({ month, reviews: count })),
      releases: countReleases(base.records),
      notes: [...notes, ...notesOf(languages, copies, base)],
    },
  };
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

function countLanguages(base: ReportBase): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of base.records) counts.set(language, (counts.get(language) ?? 0) + 1);
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
}

function draftTheme(
  { categoryId, problem, mentions }: ThemeGroup,
  base: ReportBase,
  { quoted, thisMonth, themes }: ReportState,
): ThemeDraft {
  const months = countSeries(mentions, base, thisMonth);
  const change = findChange(months, themes);
  const chosen = pickQuotes(mentions, base.newestDay, quoted, problem);
  for (const { complaint } of chosen) quoted.add(quoteKey(complaint.slice));
  return {
    categoryId,
    categoryName: problem ?? otherName(categoryId),
    namesProblem: problem !== null,
    trend: agreeTrend(judgeTrend(mentions, base), months, change),
    totalMentions: mentions.length,
    averageRating: averageRating(mentions.map(({ record }) => record.rating)),
    impact: judgeImpact(mentions, base),
    mentionsByMonth: countMonths(mentions.map(({ record }) => record)).map(({ month, count }) => ({
      month,
      mentions: count,
    })),
    months,
    change,
    mentions: [...mentions].sort(byStrength).map(mentionOf),
    quotes: chosen.map(({ record, complaint }) => ({ reviewId: record.id, quoteText: complaint.slice })),
  };
}

const mentionOf = ({ record, complaint: { slice, pain } }: Mention): MentionDraft => ({
  reviewId: record.id,
  quoteText: slice,
  strength: slice === '' ? 0 : Math.round(toProbability(pain) * 1_000) / 1_000,
});

/** The strongest first, then the newest. Mentions without a sentence follow. */
function byStrength(left: Mention, right: Mention): number {
  const without = Number(left.complaint.slice === '') - Number(right.complaint.slice === '');
  if (without) return without;
  const days = (right.record.day ?? -Infinity) - (left.record.day ?? -Infinity);
  return right.complaint.pain - left.complaint.pain || days || (left.record.id < right.record.id ? -1 : 1);
}

/** The name of the complaints of a category that name no frequent problem. */
function otherName(categoryId: string): string {
  const name = categoryName(categoryId);
  return `Other ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function byWeight(left: ThemeDraft, right: ThemeDraft): number {
  return (
    Number(right.namesProblem) - Number(left.namesProblem) ||
    right.totalMentions - left.totalMentions ||
    (left.averageRating ?? 5) - (right.averageRating ?? 5) ||
    (left.categoryName < right.categoryName ? -1 : 1)
  );
}

function notesOf(languages: Record<string, number>, copies: number, base: ReportBase): string[] {
  const notes: string[] = [];
  const foreign = base.records.filter(({ skipped }) => skipped === 'language').length;
  if (foreign)
    notes.push(`${reviewsIn(foreign)} in a language this engine does not read: only stars and dates count there.`);
  const partly = ['de', 'es', 'pt', 'it'].reduce((sum, code) => sum + (languages[code] ?? 0), 0);
  if (partly)
    notes.push(`${reviewsIn(partly)} in German, Spanish, Portuguese or Italian, read with short word lists only.`);
  if (copies) notes.push(`${reviewsIn(copies)} with the same long text as an earlier one, counted once with it.`);
  const undated = base.records.filter(({ day }) => day === null).length;
  if (undated) notes.push(`${reviewsIn(undated)} without a date, left out of trends.`);
  return notes;
}

function dateOf(day: number | null): string | null {
  return day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
}
