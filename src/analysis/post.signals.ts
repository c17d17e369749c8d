import { INTENT_CLASSES, INTENT_CUES } from './lexicon/intent.cues.js';
import { FEATURE, INTENT_KINDS, type IntentKind } from './model/feature.layout.js';
import { type SparseVector } from './model/sparse.vector.js';
import { isWord } from './text/parsed.text.js';
import { PhraseBook } from './text/phrase.book.js';

const BOOK = new PhraseBook(INTENT_CUES, INTENT_CLASSES);
const KIND_OF = BOOK.listNames as readonly IntentKind[];
/** The first words are counted separately: a need is stated early, and the rest is often a story. */
const EARLY_WORDS = 32;
/** Limits of the count of one kind. */
const MAX_COUNT = 6;
const MAX_EARLY = 3;

/** How often each kind of intent phrase was found, in the whole post and in its first words. */
export interface IntentCounts {
  whole: Record<IntentKind, number>;
  early: Record<IntentKind, number>;
  asksEarly: boolean;
  /** True if the post begins with the description of a product: "A website that ...". */
  opensWithThing: boolean;
  /** The word positions of the phrases that state a need, in reading order. */
  evidence: { kind: IntentKind; start: number; end: number }[];
}

const OPENERS = new Set(['a', 'an', 'the', 'app', 'idea', 'website', 'software']);
const EVIDENCE_KINDS = new Set<IntentKind>(['recommend', 'seek', 'switching', 'unmet', 'buy']);
/** A tag before posts of one community, short for "someone make this". */
const OPENING_TAG = 'smt';

const zeroCounts = (): Record<IntentKind, number> =>
  Object.fromEntries(INTENT_KINDS.map((kind) => [kind, 0])) as Record<IntentKind, number>;

/** Counts the intent phrases in the words of a post. */
export function countIntents(words: readonly string[]): IntentCounts {
  const whole = zeroCounts();
  const early = zeroCounts();
  const evidence: IntentCounts['evidence'] = [];
  for (const hit of BOOK.find(words)) {
    const kind = KIND_OF[hit.list];
    if (!kind) continue;
    whole[kind] = Math.min(MAX_COUNT, whole[kind] + 1);
    if (hit.start < EARLY_WORDS) early[kind] = Math.min(MAX_EARLY, early[kind] + 1);
    if (EVIDENCE_KINDS.has(kind)) evidence.push({ kind, start: hit.start, end: hit.end });
  }
  const asksEarly = words.slice(0, EARLY_WORDS).some((word) => word.startsWith('?'));
  const opensWithThing = OPENERS.has(words.find((word) => isWord(word) && word !== OPENING_TAG) ?? '');
  return { whole, early, asksEarly, opensWithThing, evidence };
}

interface RuleTerm {
  kind: IntentKind;
  /** Per logarithm of the count in the whole post. */
  whole?: number;
  /** Per hit in the first words, up to `maxEarly` hits. */
  early?: number;
  maxEarly?: number;
}

/**
 * Set by hand on forum posts that one person labeled: requests have positive weights, stories and advertising negative
 * ones.
 */
const ASKING_TERMS: readonly RuleTerm[] = [
  { kind: 'recommend', whole: 1, early: 0.9 },
  { kind: 'seek', whole: 0.8, early: 0.7 },
  { kind: 'switching', whole: 0.5, early: 0.3 },
  { kind: 'unmet', whole: 0.4, early: 0.5 },
];
const EARLY_QUESTION = 0.3;
const OTHER_TERMS: readonly RuleTerm[] = [
  { kind: 'vendor', whole: -0.5, early: -0.6 },
  { kind: 'trouble', whole: -0.35, early: -0.3 },
  { kind: 'own', whole: -0.2 },
  { kind: 'nobuy', whole: -0.5 },
  { kind: 'thing', early: 0.6, maxEarly: 1 },
  { kind: 'thing', whole: 0.25 },
  { kind: 'offtopic', whole: -0.55, early: -0.7, maxEarly: 2 },
];

/** A hand-weighted score of buying intent. Training uses it to select clear examples for the forum head. */
export function intentRule({ whole, early, asksEarly }: IntentCounts): number {
  const plus = (sum: number, { kind, whole: perWhole = 0, early: perEarly = 0, maxEarly = Infinity }: RuleTerm) =>
    sum + perWhole * Math.log1p(whole[kind]) + perEarly * Math.min(maxEarly, early[kind]);
  return OTHER_TERMS.reduce(plus, ASKING_TERMS.reduce(plus, 0) + (asksEarly ? EARLY_QUESTION : 0));
}

/** Scales the counts to about the weight of the hashed words, whose vector has length one. */
const INTENT_SCALE = 0.5;
const QUESTION_WEIGHT = 0.35;

/** Adds the intent counts to a vector. */
export function addIntents(vector: SparseVector, counts: IntentCounts): void {
  for (const kind of INTENT_KINDS) {
    const whole = counts.whole[kind];
    const early = counts.early[kind];
    if (whole) vector.push(FEATURE[`${kind}Whole`], INTENT_SCALE * Math.log1p(whole));
    if (early) vector.push(FEATURE[`${kind}Early`], INTENT_SCALE * Math.log1p(early));
  }
  if (counts.asksEarly) vector.push(FEATURE.asksEarly, QUESTION_WEIGHT);
}
