import { matchCategories } from './category.matcher.js';
import { CATEGORY_BUCKETS, loadCategoryWeights, MODEL_CATEGORIES } from './model/category.weights.js';
import { VECTOR_START } from './model/feature.layout.js';
import { addHashedWords } from './model/hashed.features.js';
import { toProbability } from './model/linear.model.js';
import { DENSE_SIZE, SparseVector } from './model/sparse.vector.js';
import { loadWordVectors } from './model/word.vectors.js';

// The numbers in this file were chosen by five-fold cross-validation on the labels of `training/category-labels.txt`.

/**
 * Probabilities from which a category is assigned: as one of several, as the only one, and as a broad one beside a
 * better one; and the minimum share of the best probability.
 */
const FROM = { assigned: 0.3, alone: 0.15, broad: 0.5, shareOfBest: 0.3 };
/** Categories that fit most complaints. A narrower one takes precedence. */
const BROAD: ReadonlySet<string> = new Set(['features', 'usability']);
const MAX_CATEGORIES = 3;
/** The weights of the lexicon's cues and of the words. */
const CUE_WEIGHT = 0.5;
const WORD_WEIGHT = 2;
/** Cue scores have no further effect from here on. */
const MAX_CUE_SCORE = 4;
const PLACE_DECAY = 0.35;
/**
 * The features of each category: its cue score, whether a sure cue was found, and its rank among the categories that
 * the cues assign.
 */
const CUE_FEATURES = 3;
const REVIEW_FEATURES = MODEL_CATEGORIES.length * CUE_FEATURES;
/** The features after those of the review, up to `DENSE_SIZE`: the vectors of the words. */
const MEANING_START = REVIEW_FEATURES + 4;
/** A text has these features from this similarity to texts about business software. */
const BUSINESS_FROM = 0.5;
const INDEX = new Map(MODEL_CATEGORIES.map((id, index) => [id, index]));

const shared = new SparseVector();

/** Features of the whole review: whether it names a problem or a request, the log-odds of both, and how much it is about business software. */
export interface ComplaintContext {
  problem: boolean;
  request: boolean;
  problemOdds: number;
  requestOdds: number;
  business: number;
}

/**
 * The features of a complaint, from its words, its cues and its review. The labeled business texts are few, so these also have the vectors of
 * their words. The vector is reused: read it before the next call.
 */
export function categoryVector(
  words: readonly string[],
  from: number,
  to: number,
  { problem, request, problemOdds, requestOdds, business }: ComplaintContext,
): SparseVector {
  shared.clear();
  const own = words.slice(from, to);
  addHashedWords(shared, own, true);
  for (let at = 0; at < shared.length; at++) {
    const index = (shared.indices[at] ?? 0) % CATEGORY_BUCKETS;
    shared.indices[at] = index < DENSE_SIZE ? index + DENSE_SIZE : index;
    shared.values[at] = (shared.values[at] ?? 0) * WORD_WEIGHT;
  }
  if (business >= BUSINESS_FROM) addMeaning(shared, own);
  const { scores, assigned } = matchCategories(words, from, to);
  for (const { id, score, sure } of scores) {
    const start = (INDEX.get(id) ?? 0) * CUE_FEATURES;
    shared.push(start, (CUE_WEIGHT * Math.min(MAX_CUE_SCORE, score)) / 2);
    if (sure) shared.push(start + 1, CUE_WEIGHT);
  }
  assigned.forEach((id, place) =>
    shared.push((INDEX.get(id) ?? 0) * CUE_FEATURES + 2, CUE_WEIGHT / (1 + PLACE_DECAY * place)),
  );
  if (problem) shared.push(REVIEW_FEATURES, 0.5);
  if (request) shared.push(REVIEW_FEATURES + 1, 0.5);
  shared.push(REVIEW_FEATURES + 2, toProbability(problemOdds));
  shared.push(REVIEW_FEATURES + 3, toProbability(requestOdds));
  return shared;
}

function addMeaning(vector: SparseVector, words: readonly string[]): void {
  const start = vector.length;
  loadWordVectors().addTo(vector, words);
  for (let at = start; at < vector.length; at++)
    vector.indices[at] = (vector.indices[at] ?? 0) - VECTOR_START + MEANING_START;
}

/** The log-odds of every category for the words of a complaint in English, in the order of `MODEL_CATEGORIES`. */
export function categoryOdds(
  words: readonly string[],
  from: number,
  to: number,
  context: ComplaintContext,
): Float64Array {
  return loadCategoryWeights().score(categoryVector(words, from, to, context));
}

/**
 * The categories that are likely enough, best first, at most three. With `alone`, the best category is assigned even if
 * it is unlikely, in a business text even if it is very unlikely: most of its complaints are about something.
 */
export function likelyCategories(
  odds: Float64Array,
  { alone, isBusiness = false }: { alone: boolean; isBusiness?: boolean },
): string[] {
  const ranked = MODEL_CATEGORIES.map((id, index) => ({ id, share: toProbability(odds[index] ?? 0) })).sort(
    (left, right) => right.share - left.share,
  );
  const best = ranked[0]?.share ?? 0;
  const from = Math.max(FROM.assigned, FROM.shareOfBest * best);
  const likely = ranked
    .slice(0, MAX_CATEGORIES)
    .filter(({ id, share }, place) => share >= (place > 0 && BROAD.has(id) ? Math.max(FROM.broad, from) : from));
  return (likely.length ? likely : ranked.slice(0, alone && (isBusiness || best >= FROM.alone) ? 1 : 0)).map(
    ({ id }) => id,
  );
}
