import { CATEGORY_CLASSES, categoryCues } from './lexicon/category.cues.js';
import { CATEGORIES, GENERAL_CATEGORIES } from './lexicon/taxonomy.js';
import { PhraseBook, type PhraseHit } from './text/phrase.book.js';

const BOOK = new PhraseBook(categoryCues(), CATEGORY_CLASSES);

// The numbers in this file were set by hand on 300 texts that one person labeled ("categories, read by us" in
// docs/analysis.md).

/** Subtracted from the scores of broad categories, which are named more easily. */
const HANDICAPS: Record<string, number> = {
  pricing: 0.1,
  features: 0.5,
  customization: 0.2,
  devices: 0.4,
  updates: 0.1,
  bugs: 0.3,
};
const FALLBACK_ORDER = ['pricing', 'usability', 'bugs', 'features'];

/** Scores from which a category is assigned. One sure cue scores two. */
const FROM = {
  /** Cues assign the category without a fallback. */
  clear: 1.6,
  /** The best category is assigned when no score is clear and no fallback cue is found. */
  weak: 1,
  /** A broad category is dropped next to a specific one of this score, unless it reaches its own. */
  specific: 1.8,
  features: 3.2,
  usability: 2.9,
};
/** Further categories need this share of the best score. */
const MIN_SHARE_OF_TOP = 0.5;

/**
 * The maximum number of cues that count for one category, sure cues and hints. Then the maximum number of assigned
 * categories.
 */
const MAX = { distinctCues: 6, hints: 2, categories: 3 };
const HINT_SCORE = 0.5;

export interface CategoryScore {
  id: string;
  score: number;
  /** True if a sure cue was found, not only hints or fallbacks. */
  sure: boolean;
}

/** The categories named between two word positions, with their scores, best first; ties are in taxonomy order. */
export function scoreCategories(words: readonly string[], from = 0, to = words.length): CategoryScore[] {
  return scoreHits(words, BOOK.find(words, from, to));
}

/** The categories that a sure cue names, best first. */
export const surelyNamedIn = (words: readonly string[]): string[] =>
  scoreCategories(words).flatMap(({ id, sure }) => (sure ? id : []));

function scoreHits(words: readonly string[], hits: readonly PhraseHit[]): CategoryScore[] {
  const sure = new Map<string, Set<string>>();
  const hints = new Map<string, number>();
  for (const hit of hits) {
    const [id = '', kind] = (BOOK.listNames[hit.list] ?? '').split(' ');
    if (kind === 'sure') {
      const said = sure.get(id) ?? new Set<string>();
      if (said.size <= MAX.distinctCues) said.add(words.slice(hit.start, hit.end).join(' '));
      sure.set(id, said);
    } else if (kind === 'hint') hints.set(id, Math.min(MAX.hints, (hints.get(id) ?? 0) + 1));
  }
  const scores: CategoryScore[] = [];
  for (const { id } of CATEGORIES) {
    const said = sure.get(id)?.size ?? 0;
    const score = (said ? said + 1 : 0) + HINT_SCORE * (hints.get(id) ?? 0) - (said ? (HANDICAPS[id] ?? 0) : 0);
    if (score > 0) scores.push({ id, score, sure: said > 0 });
  }
  return scores.sort((left, right) => right.score - left.score);
}

/**
 * The categories of one complaint, best first, at most three. A specific category takes precedence over `features` and
 * `usability`; a fallback category is assigned if no score is clear, to a text that only wishes for something `features` in place of
 * `bugs`. Empty if nothing matches.
 */
export function assignCategories(words: readonly string[], from: number, to: number, isWish: boolean): string[] {
  const { assigned, isFallback } = matchCategories(words, from, to);
  return isWish && isFallback ? assigned.map((id) => (id === 'bugs' ? 'features' : id)) : assigned;
}

/** The scores of the categories, those that are assigned, as in `scoreCategories` and `assignCategories`, and whether by a fallback. */
export function matchCategories(
  words: readonly string[],
  from: number,
  to: number,
): { scores: CategoryScore[]; assigned: string[]; isFallback: boolean } {
  const hits = BOOK.find(words, from, to);
  const scores = scoreHits(words, hits);
  const clear = clearCategories(withoutBroad(scores));
  const fallback = clear.length ? undefined : fallbackCategory(hits);
  if (fallback) return { scores, assigned: [fallback], isFallback: true };
  const [first] = scores;
  const weak = first && first.score >= FROM.weak ? [first.id] : [];
  return { scores, assigned: clear.length ? clear : weak, isFallback: false };
}

function clearCategories(scores: readonly CategoryScore[]): string[] {
  const top = scores[0]?.score ?? 0;
  return scores
    .filter(({ score }) => score >= Math.max(FROM.clear, MIN_SHARE_OF_TOP * top))
    .slice(0, MAX.categories)
    .map(({ id }) => id);
}

/**
 * Drops `features` next to any other clear category except `bugs`, and `usability` next to a specific one, unless their own
 * scores are high: "I wish for more colors" is about customization, and "the contract is hard to read" about billing.
 */
function withoutBroad(scores: readonly CategoryScore[]): CategoryScore[] {
  const narrower = scores.some(({ id, score }) => id !== 'features' && id !== 'bugs' && score >= FROM.clear);
  const specific = scores.some(({ id, score }) => !GENERAL_CATEGORIES.has(id) && score >= FROM.specific);
  return scores.filter(
    ({ id, score }) =>
      (id !== 'features' || !narrower || score >= FROM.features) &&
      (id !== 'usability' || !specific || score >= FROM.usability),
  );
}

function fallbackCategory(hits: readonly PhraseHit[]): string | undefined {
  const said = new Set(hits.map((hit) => BOOK.listNames[hit.list]));
  return FALLBACK_ORDER.find((id) => said.has(`${id} fallback`));
}
