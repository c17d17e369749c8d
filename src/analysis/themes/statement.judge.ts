import { type Language } from '../text/language.detector.js';
import { readFrames } from './families/frame.reader.js';
import { readProblems } from './problems/problem.reader.js';

/**
 * The weights of what makes one sentence of a review state its problem better than another: fitted to the sentences that two readers
 * chose in 201 reviews (docs/analysis.md). `words` is per squared logarithm, `place` per logarithm of the place in the text.
 */
const WEIGHTS = { words: 0.25, problem: 0.8, family: 1, place: -1, pain: 0.6 };
/** A failure with its thing counts as two problems, alone and with it. More are not better. */
const MAX_PROBLEMS = 2;
const NO_WORDS: ReadonlySet<string> = new Set();

/** A sentence as `judgeStatement` reads it. */
export interface Statement {
  /** Its words, as `tokenizeWords` returns them. */
  words: readonly string[];
  language: Language;
  /** Its place in the text, from 0. */
  place: number;
  /** Log-odds that it is a complaint, with its neighbors; 0 if they are not known. */
  pain: number;
}

/** How well a sentence states a problem to a person who sees nothing else of the text. Only the order of the values means something. */
export function judgeStatement({ words, language, place, pain }: Statement): number {
  const problems = Math.min(MAX_PROBLEMS, readProblems(words, NO_WORDS).length);
  const namesFamily = readFrames(words, language).families.length > 0;
  return (
    WEIGHTS.words * Math.log(words.length + 1) ** 2 +
    WEIGHTS.problem * problems +
    (namesFamily ? WEIGHTS.family : 0) +
    WEIGHTS.place * Math.log(place + 1) +
    WEIGHTS.pain * pain
  );
}
