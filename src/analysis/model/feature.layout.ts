import { createHash } from 'node:crypto';
import { PART_SIZES } from './meaning.products.js';
import { DENSE_SIZE, MAX_GRAM_LENGTH, MODEL_SIZE, MIN_GRAM_LENGTH } from './sparse.vector.js';

/** The signals counted in a review or a sentence, in the order of the weights. */
const SIGNAL_FEATURES = [
  'blame',
  'praise',
  'praiseDenied',
  'blameDenied',
  'severe',
  'problem',
  'request',
  'clean',
  'contrast',
  'leaving',
  'foreignProblem',
  'foreignRequest',
  'foreignPraise',
  'exclamations',
  'questions',
  'capitals',
  'words',
  'namesBlame',
  'namesPraise',
  'namesWish',
] as const;

/** The features of the rating. */
const RATING_FEATURES = ['starsBelowMiddle', 'fewStars', 'fullStars', 'isRated'] as const;

/** Kinds of intent phrases, each counted in the whole post and in its first words. */
export const INTENT_KINDS = [
  'recommend',
  'seek',
  'switching',
  'unmet',
  'hypothesis',
  'own',
  'buy',
  'nobuy',
  'vendor',
  'offtopic',
  'trouble',
  'thing',
] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

const FEATURES = [
  ...SIGNAL_FEATURES,
  ...RATING_FEATURES,
  ...INTENT_KINDS.flatMap((kind) => [`${kind}Whole`, `${kind}Early`] as const),
  'asksEarly',
] as const;
type Feature = (typeof FEATURES)[number];

/** The index of the first component of the vector of a text, after the counted features. */
export const VECTOR_START = FEATURES.length;

/** The index of every counted feature in a vector. Hashed words follow from `DENSE_SIZE` on. */
export const FEATURE = Object.fromEntries(FEATURES.map((name, index) => [name, index])) as Record<Feature, number>;

/** The names are part of the hash, which the committed weights contain. */
const LAYOUT = {
  features: FEATURES,
  PART_SIZES,
  DENSE_SIZE,
  MODEL_SIZE,
  SHORTEST_GRAM: MIN_GRAM_LENGTH,
  LONGEST_GRAM: MAX_GRAM_LENGTH,
};

/** Identifies this layout. Weights that were trained for another layout would be multiplied with the wrong features. */
export const LAYOUT_HASH = createHash('sha256').update(JSON.stringify(LAYOUT)).digest('hex').slice(0, 16);
