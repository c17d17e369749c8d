import { type EngineContext, type ReportDraft, type ReviewText, type ThemeDraft } from './analysis.types.js';
import { categoryName } from './lexicon/taxonomy.js';
import { type Heads } from './model/linear.model.js';
import { type PainSentence, type ReviewReading, readReview } from './review.reader.js';
import { type Language } from './text/language.detector.js';
import { normalizeText } from './text/word.tokenizer.js';
import { averageRating, judgeImpact } from './themes/impact.judge.js';
import { pickQuotes } from './themes/quote.picker.js';
import { countMonths, summarizeReport } from './themes/report.summary.js';
import { formThemes } from './themes/theme.former.js';
import { type Complaint, type ReportBase, type ReviewRecord, type ThemeGroup } from './themes/theme.types.js';
import { judgeTrend } from './themes/trend.judge.js';

const COPY_WORDS = 8;
const DAY_MS = 86_400_000;
const LEAST_MENTIONS = 2;
/** In large reports a theme needs this share of the reviews that complain. */
const LEAST_SHARE = 0.005;

/** Reads one product's reviews batch by batch and draws the report; pure, synchronous, the same for any order of the reviews. */
export class ReportCollector {
  private readonly records = new Map<string, ReviewRecord>();
  private readonly languages = new Map<string, Language>();

  constructor(
    private readonly heads: Heads,
    private readonly context: EngineContext,
  ) {}

  /** Reads a batch; a review whose id was seen before replaces what was read then. */
  add(batch: readonly ReviewText[]): void {
    for (const review of batch) {
      const reading = readReview(review, this.heads);
      this.records.set(review.id, recordOf(review, reading));
      this.languages.set(review.id, reading.language);
    }
  }

  finish(engineId: string): ReportDraft {
    const { base, copies } = this.foldCopies();
    const complaining = base.records.filter(({ complaints }) => complaints.length).length;
    const least = Math.max(LEAST_MENTIONS, LEAST_SHARE * complaining);
    const groups = formThemes(base.records, this.context.productName)
      .filter(({ categoryId, aspect }) => categoryId !== 'other' || aspect !== null)
      .filter(({ mentions }) => mentions.length >= least);
    const themes = groups.map((group) => draftTheme(group, base)).sort(byWeight);
    const counts = this.countLanguages(base);
    return {
      summary: summarizeReport(base, complaining, themes),
      themes,
      metadata: {
        engine: engineId,
        reviewsRead: this.records.size,
        reviewsWithProblem: complaining,
        datedFrom: dateOf(base.oldestDay),
        datedTo: dateOf(base.newestDay),
        languages: counts,
        notes: notesOf(counts, copies, base),
      },
    };
  }

  /** Sorts by id and keeps one of every set of long texts that are the same: the earliest. */
  private foldCopies(): { base: ReportBase; copies: number } {
    const sorted = [...this.records.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
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

  private countLanguages(base: ReportBase): Record<string, number> {
    const counts = new Map<string, number>();
    for (const { id } of base.records) {
      const language = this.languages.get(id) ?? 'und';
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const ranked = [...counts].sort(([left, much], [right, more]) => more - much || (left < right ? -1 : 1));
    return Object.fromEntries(ranked);
  }
}

function recordOf(review: ReviewText, { finding, pains, parsed }: ReviewReading): ReviewRecord {
  const unratedAnger = finding.frustrationTier === 'high' || finding.frustrationTier === 'critical';
  return {
    id: review.id,
    rating: review.rating,
    day: dayOf(review.publishedAt),
    critical: review.rating === null ? unratedAnger : review.rating <= 2,
    copyKey: parsed.spokenWords >= COPY_WORDS ? normalizeText(review.text).replace(/\s+/g, ' ').trim() : null,
    complaints: finding.categories.length
      ? finding.categories.map((id) => complaintOf(id, finding.frustrationTier, pains))
      : [],
  };
}

/** The sentence that speaks of the category most clearly: named first, then most painful. */
function complaintOf(categoryId: string, tier: Complaint['tier'], pains: readonly PainSentence[]): Complaint {
  let best: PainSentence | undefined;
  let bestPlace = Infinity;
  const quotable = pains.filter(({ sentence }) => !sentence.isTitle);
  for (const pain of quotable) {
    const place = pain.categories.indexOf(categoryId);
    if (place >= 0 && place < bestPlace) [best, bestPlace] = [pain, place];
  }
  const chosen = best ?? quotable[0];
  return { categoryId, slice: chosen?.sentence.slice ?? '', pain: chosen?.score ?? 0, tier };
}

function draftTheme({ categoryId, aspect, mentions }: ThemeGroup, base: ReportBase): ThemeDraft {
  const name = categoryName(categoryId);
  return {
    categoryId,
    categoryName: aspect === null ? name : `${name}: ${aspect}`,
    trend: judgeTrend(mentions, base),
    totalMentions: mentions.length,
    averageRating: averageRating(mentions.map(({ record }) => record.rating)),
    businessImpact: judgeImpact(mentions, base),
    mentionsByMonth: countMonths(mentions),
    quotes: pickQuotes(mentions, base.newestDay).map(({ record, complaint }) => ({
      reviewId: record.id,
      quoteText: complaint.slice,
    })),
  };
}

function byWeight(left: ThemeDraft, right: ThemeDraft): number {
  return (
    right.totalMentions - left.totalMentions ||
    (left.averageRating ?? 5) - (right.averageRating ?? 5) ||
    (left.categoryName < right.categoryName ? -1 : 1)
  );
}

function notesOf(languages: Record<string, number>, copies: number, base: ReportBase): string[] {
  const notes: string[] = [];
  const foreign = languages.other ?? 0;
  if (foreign)
    notes.push(`${foreign} reviews are in a language this engine does not read; only their stars and dates count.`);
  const partly = ['de', 'es', 'pt', 'it'].reduce((sum, code) => sum + (languages[code] ?? 0), 0);
  if (partly)
    notes.push(`${partly} reviews in German, Spanish, Portuguese or Italian were read with short word lists only.`);
  if (copies) notes.push(`${copies} reviews repeat the text of an earlier one and count once with it.`);
  const undated = base.records.filter(({ day }) => day === null).length;
  if (undated) notes.push(`${undated} reviews have no date and do not count for trends.`);
  return notes;
}

function dayOf(publishedAt: string | null): number | null {
  const time = publishedAt === null ? NaN : Date.parse(publishedAt);
  return Number.isNaN(time) ? null : Math.floor(time / DAY_MS);
}

function dateOf(day: number | null): string | null {
  return day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
}
