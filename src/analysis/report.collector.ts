import { hash } from 'node:crypto';
import {
  type ReportContext,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
  type ThemeSoFar,
} from './analysis.types.js';
import { type Heads } from './model/linear.model.js';
import { draftReport, themesSoFar } from './report.drafter.js';
import { type PainSentence } from './pain.finder.js';
import { findReleases } from './release.finder.js';
import { readForReport } from './review.reader.js';
import { type Language } from './text/language.detector.js';
import { type ParsedText } from './text/parsed.text.js';
import { normalizeText, tokenizeWords } from './text/word.tokenizer.js';
import { type ProblemDepth } from './themes/problems/problem.notes.js';
import { readProblems } from './themes/problems/problem.reader.js';
import { type Complaint, type ReviewRecord } from './themes/theme.types.js';

const COPY_WORDS = 8;
/** An end mark without a space after it, between a word and a new sentence. */
const RUN_TOGETHER = /(?<=\p{Ll}{2}[.!?]{1,3})(?=\p{Lu}(?:\p{Ll}|\s))/u;
const DAY_MS = 86_400_000;
/** The depths of problems that make a sentence preferred to another of its category, and that keep it as a further one. */
const ENOUGH: ReadonlySet<ProblemDepth> = new Set(['partial', 'failure', 'specific']);
const FULLY: ReadonlySet<ProblemDepth> = new Set(['failure', 'specific']);
const NO_WORDS: ReadonlySet<string> = new Set();

/** Reads one product's reviews batch by batch and builds the report. Synchronous, without I/O. */
export class ReportCollector {
  private readonly records = new Map<string, ReviewRecord>();

  constructor(
    private readonly heads: Heads,
    private readonly context: ReportContext,
  ) {}

  /** Reads a batch. A review replaces an earlier one with the same id. */
  add(batch: readonly ReviewText[]): void {
    for (const review of batch) this.records.set(review.id, readRecord(review, this.heads));
  }

  themesSoFar(): ThemeSoFar[] {
    return themesSoFar({ records: [...this.records.values()], context: this.context });
  }

  finish(engineId: string): ReportDraft {
    return draftReport({ records: [...this.records.values()], context: this.context, engineId });
  }
}

/** Reads a review with the built-in engine and returns the record that a report keeps. */
export function readRecord(review: ReviewText, heads: Heads): ReviewRecord {
  const { finding, pains: found, language, parsed } = readForReport(review, heads);
  const namesProblem = problemFinder(found, parsed);
  const pains = found.flatMap((pain) => withoutNeighbors(pain, namesProblem));
  // Without a problem or request, the categories are those of a complaint that is too mild to count.
  const categories = finding.problem || finding.request ? finding.categories : [];
  const complaints = categories.map((id) => complaintOf(id, pains, namesProblem));
  complaints.push(...furtherComplaints(complaints, pains, namesProblem));
  const skipped = parsed.wordCount === 0 ? 'no_words' : language === 'other' ? 'language' : undefined;
  return { ...recordOf(review, finding, language, complaints), ...(skipped && { skipped }) };
}

/** The record that a report keeps of a review, from the finding of any engine. */
export function recordOf(
  review: ReviewText,
  finding: Pick<ReviewFinding, 'frustrationTier'>,
  language: Language,
  complaints: Complaint[],
): ReviewRecord {
  const releases = findReleases(review.text);
  const angry = finding.frustrationTier === 'high' || finding.frustrationTier === 'critical';
  return {
    id: review.id,
    rating: review.rating,
    day: dayOf(review.publishedAt),
    critical: review.rating === null ? angry : review.rating <= 2,
    copyKey: copyKeyOf(review.text),
    language,
    complaints,
    ...(releases.length > 0 && { releases }),
  };
}

/**
 * The complaint about a category, with the sentence that ranks the category highest, of those that name a problem if
 * any does; ties go to the most painful sentence.
 */
function complaintOf(categoryId: string, pains: readonly PainSentence[], namesProblem: NamesProblem): Complaint {
  const quotable = pains.filter(({ sentence }) => !sentence.isTitle);
  const own = quotable.filter(({ categories }) => categories.includes(categoryId));
  const naming = own.length > 1 ? own.filter(({ sentence }) => namesProblem(sentence.slice)) : [];
  let best: PainSentence | undefined;
  let bestPlace = Infinity;
  for (const pain of naming.length ? naming : own) {
    const place = pain.categories.indexOf(categoryId);
    if (place < bestPlace) [best, bestPlace] = [pain, place];
  }
  // If any sentence has a category, a sentence about another category would be quoted for the wrong theme.
  const unnamed = quotable.every((pain) => !pain.categories.length) ? quotable[0] : undefined;
  const chosen = best ?? unnamed;
  return { categoryId, slice: chosen?.sentence.slice ?? '', pain: chosen?.score ?? 0 };
}

/**
 * Some sites drop line breaks, so that sentences run together ("too slow.I like it"). The parts that name a problem are quoted alone;
 * a sentence without such a part stays whole.
 */
function withoutNeighbors(pain: PainSentence, namesProblem: NamesProblem): PainSentence[] {
  const parts = pain.sentence.slice.split(RUN_TOGETHER);
  const naming = parts.length > 1 ? parts.filter((part) => namesProblem(part)) : [];
  return naming.length ? naming.map((slice) => ({ ...pain, sentence: { ...pain.sentence, slice } })) : [pain];
}

/** The other painful sentences that name a problem: their review counts for it, too. */
function furtherComplaints(
  complaints: readonly Complaint[],
  pains: readonly PainSentence[],
  namesProblem: NamesProblem,
): Complaint[] {
  const [first] = complaints;
  if (!first || pains.length < 2) return [];
  const quoted = new Set(complaints.map(({ slice }) => slice));
  return pains
    .filter(({ sentence }) => !sentence.isTitle && !quoted.has(sentence.slice) && namesProblem(sentence.slice, FULLY))
    .map(({ sentence, score, categories }) => ({
      categoryId: categories[0] ?? first.categoryId,
      slice: sentence.slice,
      pain: score,
      isFurther: true,
    }));
}

/** True for a sentence that names a problem of one of these depths. */
type NamesProblem = (slice: string, depths?: ReadonlySet<ProblemDepth>) => boolean;

/** Reads each painful sentence of a review once, although every category asks for it. */
function problemFinder(pains: readonly PainSentence[], { words }: ParsedText): NamesProblem {
  if (!pains.length) return () => false;
  const sentences = new Map(pains.map(({ sentence }) => [sentence.slice, sentence]));
  const known = new Map<string, readonly ProblemDepth[]>();
  const depthsOf = (slice: string): readonly ProblemDepth[] => {
    const sentence = sentences.get(slice);
    const said = sentence ? words.slice(sentence.from, sentence.to) : tokenizeWords(slice);
    return readProblems(said, NO_WORDS).map(({ depth }) => depth);
  };
  return (slice, depths = ENOUGH) => {
    const found = known.get(slice) ?? depthsOf(slice);
    known.set(slice, found);
    return found.some((depth) => depths.has(depth));
  };
}

/** For texts of eight words or more: two people do not write the same text by chance. A hash is shorter than most texts. */
function copyKeyOf(text: string): string | null {
  const words = normalizeText(text).trim().split(/\s+/);
  return words.length >= COPY_WORDS ? hash('sha256', words.join(' '), 'base64') : null;
}

function dayOf(publishedAt: string | null): number | null {
  const time = publishedAt === null ? NaN : Date.parse(publishedAt);
  return Number.isNaN(time) ? null : Math.floor(time / DAY_MS);
}
