import { addHashedWords, addTriples } from './model/hashed.features.js';
import { VECTOR_SIZE } from './model/meaning.products.js';
import { SparseVector } from './model/sparse.vector.js';
import { loadWordVectors } from './model/word.vectors.js';
import { addIntents, type IntentCounts } from './post.signals.js';
import { addRating, addSignals, type SignalCounts } from './review.signals.js';
import { type Language } from './text/language.detector.js';
import { isWord, type ParsedText } from './text/parsed.text.js';
import { WordTranslator } from './text/word.translator.js';

const shared = new SparseVector();
const translator = new WordTranslator(['glossary.txt', 'dictionary.txt']);

/** The size of the features of the English words of a text in another language, relative to its own. Chosen by cross-validation. */
const TRANSLATION_SHARE = 0.8;

/** The words of a review or sentence, with what is known of them. */
interface ReadWords {
  words: readonly string[];
  language: Language;
  counts: SignalCounts;
  rating: number | null;
}

/**
 * The features of a review; in a language with a glossary, those of its English words, too.
 * All functions of this file reuse one vector: read it before the next call.
 */
export function reviewVector(read: ReadWords): SparseVector {
  readInto(shared, read);
  if (shared.hasMeaning) shared.addProducts();
  return shared;
}

/** The features of a sentence of a review, without products: only heads of whole reviews weigh them. */
export function sentenceVector(read: ReadWords): SparseVector {
  readInto(shared, read);
  return shared;
}

function readInto(vector: SparseVector, { words, language, counts, rating }: ReadWords): void {
  vector.clear();
  addSignals(vector, counts);
  addRating(vector, rating);
  addHashedWords(vector, words, true);
  const english = translator.translate(language, words);
  if (english !== words) addHashedWords(vector, english, true, TRANSLATION_SHARE);
  loadWordVectors().addTo(vector, english);
}

/** The features of the subject of a text: words and character grams, no cues and no stars. */
export function topicVector(words: readonly string[]): SparseVector {
  shared.clear();
  addHashedWords(shared, words, true);
  return shared;
}

/** The first sentence of a post, mostly its title: at least and at most so many words. */
const OPENING_WORDS = { min: 12, max: 40 };

/** The meaning of some English words, a component each; null if most have no vector. */
export function meaningOf(words: readonly string[]): Float64Array | null {
  shared.clear();
  loadWordVectors().addTo(shared, words);
  return shared.hasMeaning ? shared.meaning.slice(0, VECTOR_SIZE) : null;
}

/**
 * The features of a forum post: all of its words, and the words of its first sentence again as separate features,
 * because a title states the need. No cues, because cues selected the training examples of the forum head.
 */
export function forumVector({ words, sentences }: ParsedText): SparseVector {
  shared.clear();
  addHashedWords(shared, words, true);
  const end = Math.max(OPENING_WORDS.min, Math.min(OPENING_WORDS.max, sentences[0]?.to ?? 0));
  const opening = words.slice(0, end).map((word) => (isWord(word) ? `^${word}` : word));
  addHashedWords(shared, opening, false);
  return shared;
}

/**
 * The features of a network post: words, character grams, triples of words, the vectors of the words and intent cues. The triples raise F1
 * from 0.641 to 0.654: such posts are short, and who wants what is said in a few words.
 */
export function networkVector(words: readonly string[], intents: IntentCounts): SparseVector {
  shared.clear();
  addIntents(shared, intents);
  addHashedWords(shared, words, true);
  addTriples(shared, words);
  loadWordVectors().addTo(shared, words);
  return shared;
}
