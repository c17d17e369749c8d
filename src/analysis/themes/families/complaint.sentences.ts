import { STOP_WORDS } from '../../lexicon/stop.words.js';
import { meaningOf } from '../../text.vectors.js';
import { isWord } from '../../text/parsed.text.js';
import { stemWord } from '../../text/word.stemmer.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { contentStems } from '../problems/problem.namer.js';
import { type Problem } from '../problems/problem.notes.js';
import { readProblems } from '../problems/problem.reader.js';
import { wordsForProduct } from '../product.words.js';
import { type Complaint, type ReviewRecord } from '../theme.types.js';
import { readFrames, type SentenceFrames } from './frame.reader.js';

/** A sentence with a complaint, its categories, the problems that it names, and its frames. */
export interface ComplaintSentence {
  record: ReviewRecord;
  /** One complaint per category, in the order of the review's categories. */
  complaints: Complaint[];
  problems: Problem[];
  frames: SentenceFrames;
  /** The meaning of its content words, in steps; null if most have no vector. */
  meaning: Int8Array | null;
}

/** The words of the product's name, and those with which its reviews mean the product. They cannot name a problem. */
export function wordsOfProduct(productName: string | undefined, records: readonly ReviewRecord[]): ReadonlySet<string> {
  const words = tokenizeWords(productName ?? '').flatMap((word) => [word, stemWord(word)]);
  return new Set([...words, ...wordsForProduct(records)]);
}

/** The steps of a component of a meaning, which is at most 1. */
const MEANING_STEPS = 127;
/** The share of the complaints that speak of a game, from which the product is one. */
const GAME_SHARE = 0.15;

/** The words for the kind of product that its complaints show, which some families need. */
export function kindOfProduct(records: readonly ReviewRecord[], banned: ReadonlySet<string>): ReadonlySet<string> {
  const slices = records.flatMap(({ complaints }) => complaints.map(({ slice }) => slice));
  const games = slices.filter((slice) => /\bgames?\b/i.test(slice)).length;
  return banned.has('game') || games >= GAME_SHARE * Math.max(1, slices.length) ? new Set(['game']) : new Set();
}

/** The words of the product's name, which name no problem, and those for its kind. */
export interface ProductWords {
  banned: ReadonlySet<string>;
  kind: ReadonlySet<string>;
}

/** The distinct sentences of the complaints. English ones have problems. */
export function readSentences(records: readonly ReviewRecord[], product: ProductWords): ComplaintSentence[] {
  const said = { frames: new Distinct<SentenceFrames>(), problems: new Distinct<Problem>() };
  return records.flatMap((record) => {
    const bySlice = new Map<string, ComplaintSentence>();
    for (const complaint of record.complaints) {
      const known = bySlice.get(complaint.slice);
      if (known) known.complaints.push(complaint);
      else bySlice.set(complaint.slice, readSentence(record, complaint, product, said));
    }
    return [...bySlice.values()];
  });
}

/** Keeps one object of all that are equal. */
class Distinct<T> {
  private readonly known = new Map<string, T>();

  of(value: T): T {
    const key = JSON.stringify(value);
    const known = this.known.get(key);
    if (known === undefined) this.known.set(key, value);
    return known ?? value;
  }
}

/** What the sentences of a report say. Most say one of the same few thousand things, which then need no memory of their own. */
interface Said {
  frames: Distinct<SentenceFrames>;
  problems: Distinct<Problem>;
}

function readSentence(
  record: ReviewRecord,
  complaint: Complaint,
  { banned, kind }: ProductWords,
  said: Said,
): ComplaintSentence {
  const words = tokenizeWords(complaint.slice);
  const isEnglish = record.language === 'en' || record.language === 'und';
  const read = isEnglish ? readProblems(words, banned) : [];
  return {
    record,
    complaints: [complaint],
    problems: withProposal(read, complaint).map((problem) => said.problems.of(problem)),
    frames: said.frames.of(readFrames(words, record.language, kind)),
    meaning: isEnglish ? stepsOf(meaningOf(words.filter((word) => isWord(word) && !STOP_WORDS.has(word)))) : null,
  };
}

/** A byte per component: a large report keeps the meanings of all its sentences. */
const stepsOf = (meaning: Float64Array | null): Int8Array | null =>
  meaning && Int8Array.from(meaning, (value) => Math.round(value * MEANING_STEPS));

/** Adds the problem that a language model named, if the sentence contains its words. */
function withProposal(problems: Problem[], { problem, slice }: Complaint): Problem[] {
  if (!problem) return problems;
  const words = [...contentStems(problem)].sort();
  const said = contentStems(slice);
  if (!words.length || !words.every((word) => said.has(word))) return problems;
  return [...problems, { key: `named ${words.join(' ')}`, names: [problem], depth: 'specific' }];
}
