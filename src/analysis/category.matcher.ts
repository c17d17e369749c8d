import { CATEGORY_CLASSES, categoryCues } from './lexicon/category.cues.js';
import { CATEGORIES, GENERAL_CATEGORIES } from './lexicon/taxonomy.js';
import { PhraseBook } from './text/phrase.book.js';

const BOOK = new PhraseBook(categoryCues(), CATEGORY_CLASSES);

// The numbers of this file were set by hand on 300 pieces that one person filed ("categories, read by us", docs/analysis.md).

/** Broad categories must be named more loudly to come first. */
const HANDICAPS: Record<string, number> = {
  pricing: 0.1,
  features: 0.5,
  customization: 0.2,
  devices: 0.4,
  updates: 0.1,
  bugs: 0.3,
};
const FALLBACK_ORDER = ['usability', 'bugs', 'features'];
/** Distinct sure cues that are kept in mind for one category. */
const MOST_DISTINCT = 6;
const HINT_SCORE = 0.6;
const MOST_HINTS = 2;
/** A score that names a category by itself; one sure cue scores two. */
const ENOUGH = 1.6;
/** Further categories must come this near to the best. */
const NEAR_TOP = 0.6;
/** A category this loud serves where neither it nor a fallback is sure. */
const LEAST = 1.1;
/** From here on a specific category is sure enough that wishes for features stand back unless they are this loud. */
const SPECIFIC = 1.8;
const LOUD_FEATURES = 3.2;
const MOST_CATEGORIES = 3;

export interface CategoryScore {
  id: string;
  score: number;
  /** True where a sure cue was found, not hints or fallbacks alone. */
  sure: boolean;
}

/** Every category named between two word positions with its score, best first, ties in taxonomy order. */
export function scoreCategories(words: readonly string[], from = 0, to = words.length): CategoryScore[] {
  const sure = new Map<string, Set<string>>();
  const hints = new Map<string, number>();
  for (const hit of BOOK.find(words, from, to)) {
    const [id = '', kind] = (BOOK.listNames[hit.list] ?? '').split(' ');
    if (kind === 'sure') {
      const said = sure.get(id) ?? new Set<string>();
      if (said.size <= MOST_DISTINCT) said.add(words.slice(hit.start, hit.end).join(' '));
      sure.set(id, said);
    } else if (kind === 'hint') hints.set(id, Math.min(MOST_HINTS, (hints.get(id) ?? 0) + 1));
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
 * The categories of one complaint, best first, at most three. A specific category beats the general ones,
 * and a general one serves where nothing specific is named; empty where nothing fits at all.
 */
export function assignCategories(words: readonly string[], from = 0, to = words.length): string[] {
  let scores = scoreCategories(words, from, to);
  const specific = scores.some(({ id, score }) => !GENERAL_CATEGORIES.has(id) && score >= SPECIFIC);
  if (specific) scores = scores.filter(({ id, score }) => id !== 'features' || score >= LOUD_FEATURES);
  const top = scores[0]?.score ?? 0;
  if (top < ENOUGH) {
    const fallback = fallbackCategory(words, from, to);
    if (fallback) return [fallback];
    const first = scores[0];
    return first && first.score >= LEAST ? [first.id] : [];
  }
  return scores
    .filter(({ score }) => score >= Math.max(ENOUGH, NEAR_TOP * top))
    .slice(0, MOST_CATEGORIES)
    .map(({ id }) => id);
}

function fallbackCategory(words: readonly string[], from: number, to: number): string | undefined {
  const said = new Set(BOOK.find(words, from, to).map((hit) => BOOK.listNames[hit.list]));
  return FALLBACK_ORDER.find((id) => said.has(`${id} fallback`));
}
