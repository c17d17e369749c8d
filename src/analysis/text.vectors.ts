import { addHashedWords } from './model/hashed.features.js';
import { SparseVector } from './model/sparse.vector.js';
import { addIntents, type IntentCounts } from './post.signals.js';
import { addRating, addSignals, type SignalCounts } from './review.signals.js';

const shared = new SparseVector();

/**
 * The features of a review or of one of its sentences. All functions of this file reuse one vector: read it before the
 * next call.
 */
export function reviewVector(
  words: readonly string[],
  from: number,
  to: number,
  counts: SignalCounts,
  rating: number | null,
): SparseVector {
  shared.clear();
  addSignals(shared, counts);
  addRating(shared, rating);
  addHashedWords(shared, words, from, to, true);
  return shared;
}

/** The features of a forum post: words only, because cues selected the training examples of the forum head. */
export function forumVector(words: readonly string[]): SparseVector {
  shared.clear();
  addHashedWords(shared, words, 0, words.length, false);
  return shared;
}

/** The features of a network post: words, character grams and intent cues. */
export function networkVector(words: readonly string[], intents: IntentCounts): SparseVector {
  shared.clear();
  addIntents(shared, intents);
  addHashedWords(shared, words, 0, words.length, true);
  return shared;
}
