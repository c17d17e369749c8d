import { LEAVING_LISTS, NEGATORS, SIGNAL_CLASSES, SIGNAL_CUES, STAYING_LIST } from './lexicon/signal.cues.js';
import { FEATURE } from './model/feature.layout.js';
import { type SparseVector } from './model/sparse.vector.js';
import { readMoods } from './needs/leaving.moods.js';
import { type ParsedText } from './text/parsed.text.js';
import { PhraseBook, type PhraseHit } from './text/phrase.book.js';
import { isBreak } from './text/word.tokenizer.js';

const BOOK = new PhraseBook(SIGNAL_CUES, SIGNAL_CLASSES);

const LIST = Object.fromEntries(BOOK.listNames.map((name, index) => [name, index]));
const LEAVING = new Set(LEAVING_LISTS.map((name) => BOOK.indexOf(name)));
const STAYING = BOOK.indexOf(STAYING_LIST);
/** The reach of a negation, in words: "not really all that good". */
const NEGATION_REACH = 3;

/** The counts of the signals in a range of words. */
export interface SignalCounts {
  words: number;
  blame: number;
  praise: number;
  /** Negated praise ("not easy"). */
  praiseDenied: number;
  /** Negated blame ("no problems"). */
  blameDenied: number;
  severe: number;
  problem: number;
  request: number;
  clean: number;
  contrast: number;
  leaving: number;
  foreignProblem: number;
  foreignRequest: number;
  foreignPraise: number;
  exclamations: number;
  questions: number;
  capitals: number;
}

/** All cue phrases found in a parsed text, in reading order. */
export function findSignals(parsed: ParsedText): PhraseHit[] {
  return BOOK.find(parsed.words);
}

/** The phrases that say the writer leaves, in reading order, without those that a phrase about staying excuses. */
export function leavingHits(hits: readonly PhraseHit[], words: readonly string[]): PhraseHit[] {
  const moods = readMoods(words);
  const staying = [...hits.filter((hit) => hit.list === STAYING), ...moods.staying];
  return [...hits.filter((hit) => LEAVING.has(hit.list)), ...moods.left]
    .filter((hit) => !staying.some((other) => other.start < hit.end && hit.start < other.end + 1))
    .sort((one, other) => one.start - other.start);
}

/** Counts the signals between two word positions. `capitals` is the number of words in capitals there. */
export function countSignals(
  words: readonly string[],
  hits: readonly PhraseHit[],
  from: number,
  to: number,
  capitals: number,
): SignalCounts {
  const lists = new Array<number>(BOOK.listNames.length).fill(0);
  let blameDenied = 0;
  let praiseDenied = 0;
  for (const hit of hits) {
    if (hit.start < from || hit.end > to) continue;
    const opinion = hit.list === LIST.blame || hit.list === LIST.praise || hit.list === LIST.severe;
    if (opinion && isNegated(words, hit.start, from)) {
      if (hit.list === LIST.blame) blameDenied++;
      if (hit.list === LIST.praise) praiseDenied++;
    } else lists[hit.list] = (lists[hit.list] ?? 0) + 1;
  }
  const counted = (name: string): number => lists[LIST[name] ?? -1] ?? 0;
  let leaving = 0;
  for (const list of LEAVING) leaving += lists[list] ?? 0;
  const marks = countMarks(words, from, to);
  return {
    words: marks.words,
    blame: counted('blame'),
    praise: counted('praise'),
    praiseDenied,
    blameDenied,
    severe: counted('severe'),
    problem: counted('problem'),
    request: counted('request'),
    clean: counted('clean'),
    contrast: counted('contrast'),
    leaving,
    foreignProblem: counted('foreign-problem'),
    foreignRequest: counted('foreign-request'),
    foreignPraise: counted('foreign-praise'),
    exclamations: marks.exclamations,
    questions: marks.questions,
    capitals,
  };
}

function isNegated(words: readonly string[], at: number, from: number): boolean {
  for (let back = at - 1; back >= Math.max(from, at - NEGATION_REACH); back--) {
    const word = words[back] ?? '';
    if (isBreak(word)) return false;
    if (NEGATORS.has(word)) return true;
  }
  return false;
}

function countMarks(
  words: readonly string[],
  from: number,
  to: number,
): { words: number; exclamations: number; questions: number } {
  let spoken = 0;
  let exclamations = 0;
  let questions = 0;
  for (let at = from; at < to; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('!')) exclamations += word.length;
    else if (word.startsWith('?')) questions += word.length;
    else if (!isBreak(word)) spoken++;
  }
  return { words: spoken, exclamations, questions };
}

/** The scale of a signal, relative to the hashed word of a one-word text. */
const SIGNAL_SCALE = 0.5;
/** Punctuation and capitals are weaker signals than words. */
const MARK_SCALE = 0.5;
const LENGTH_SCALE = 0.4;

/** Adds the counted signals to a vector, damped by a logarithm so that long texts do not dominate. */
export function addSignals(vector: SparseVector, counts: SignalCounts): void {
  const add = (feature: number, value: number): void => {
    if (value) vector.push(feature, value * SIGNAL_SCALE);
  };
  add(FEATURE.blame, damp(counts.blame));
  add(FEATURE.praise, damp(counts.praise));
  add(FEATURE.praiseDenied, damp(counts.praiseDenied));
  add(FEATURE.blameDenied, damp(counts.blameDenied));
  add(FEATURE.severe, damp(counts.severe));
  add(FEATURE.problem, damp(counts.problem));
  add(FEATURE.request, damp(counts.request));
  add(FEATURE.clean, damp(counts.clean));
  add(FEATURE.contrast, damp(counts.contrast));
  add(FEATURE.leaving, damp(counts.leaving));
  add(FEATURE.foreignProblem, damp(counts.foreignProblem));
  add(FEATURE.foreignRequest, damp(counts.foreignRequest));
  add(FEATURE.foreignPraise, damp(counts.foreignPraise));
  add(FEATURE.exclamations, damp(counts.exclamations) * MARK_SCALE);
  add(FEATURE.questions, damp(counts.questions) * MARK_SCALE);
  add(FEATURE.capitals, damp(counts.capitals) * MARK_SCALE);
  add(FEATURE.words, damp(counts.words) * LENGTH_SCALE);
  add(FEATURE.namesBlame, counts.blame + counts.problem > 0 ? 1 : 0);
  add(FEATURE.namesPraise, counts.praise > 0 ? 1 : 0);
  add(FEATURE.namesWish, counts.request + counts.foreignRequest > 0 ? 1 : 0);
}

const MIDDLE_STARS = 3;
/** A rating of two stars or fewer is a bad review on every site. */
const FEW_STARS = 2;
/** Below five, because ratings that are averages of sub-ratings are rarely exactly five. */
const FULL_STARS = 4.75;

/** Adds the features of the rating, if there is one. */
export function addRating(vector: SparseVector, rating: number | null): void {
  if (rating === null) return;
  vector.push(FEATURE.starsBelowMiddle, (MIDDLE_STARS - rating) / 2);
  if (rating <= FEW_STARS) vector.push(FEATURE.fewStars, 1);
  if (rating >= FULL_STARS) vector.push(FEATURE.fullStars, 1);
  vector.push(FEATURE.isRated, 0.5);
}

function damp(count: number): number {
  return Math.log1p(count);
}

/** The number of words in capitals, of three letters or more. */
export function countCapitals(slice: string): number {
  return slice.match(/\b[A-Z]{3,}\b/g)?.length ?? 0;
}
