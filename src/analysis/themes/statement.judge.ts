import { type SentenceFrames } from './families/frame.reader.js';

/**
 * The weights of what makes one sentence of a review state its problem better than another: fitted to the sentences that two readers
 * chose in 201 reviews (docs/analysis.md). `words` is per squared logarithm, `place` per logarithm of the place in the text. `pain` has more
 * than was fitted (0.4), which keeps the quotes of business reviews in what the writers dislike.
 */
const WEIGHTS = { words: 0.28, family: 0.65, families: 0.8, close: 0.6, place: -1.1, pain: 0.6 };

/** A sentence as `judgeStatement` reads it. */
export interface Statement {
  /** Its number of words. */
  length: number;
  /** The kinds of failure that it names. */
  frames: Pick<SentenceFrames, 'families' | 'close'>;
  /** Its place in the text, from 0. */
  place: number;
  /** Log-odds that it is a complaint, with its neighbors; 0 if they are not known. */
  pain: number;
}

/** How well a sentence states a problem to a person who sees nothing else of the text. Only the order of the values means something. */
export const judgeStatement = ({ length, frames: { families, close }, place, pain }: Statement): number =>
  WEIGHTS.words * Math.log(length + 1) ** 2 +
  (families.length > 0 ? WEIGHTS.family : 0) +
  (families.length > 1 ? WEIGHTS.families : 0) +
  (close.length > 0 ? WEIGHTS.close : 0) +
  WEIGHTS.place * Math.log(place + 1) +
  WEIGHTS.pain * pain;
