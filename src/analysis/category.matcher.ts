import { GENERAL_CATEGORIES } from './lexicon/taxonomy.js';
import { CATEGORY_CUES, FALLBACK_CUES, TAXONOMY_CLASSES } from './lexicon/taxonomy.cues.js';
import { PhraseBook } from './text/phrase.book.js';

const BOOK = new PhraseBook(
  [
    ...CATEGORY_CUES.flatMap(({ id, sure, hint }) => [
      { name: `${id} sure`, phrases: sure },
      { name: `${id} hint`, phrases: hint },
    ]),
    ...Object.entries(FALLBACK_CUES).map(([id, phrases]) => ({ name: `${id} fallback`, phrases })),
  ],
  TAXONOMY_CLASSES,
);

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
const MOST_DISTINCT = 6;
const ENOUGH = 1.6;
const NEAR_TOP = 0.6;
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
    } else if (kind === 'hint') hints.set(id, Math.min(2, (hints.get(id) ?? 0) + 1));
  }
  const scores: CategoryScore[] = [];
  for (const { id } of CATEGORY_CUES) {
    const said = sure.get(id)?.size ?? 0;
    const score = (said ? said + 1 : 0) + 0.6 * (hints.get(id) ?? 0) - (said ? (HANDICAPS[id] ?? 0) : 0);
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
  const specific = scores.some(({ id, score }) => !GENERAL_CATEGORIES.has(id) && score >= 1.8);
  if (specific) scores = scores.filter(({ id, score }) => id !== 'features' || score >= 3.2);
  const top = scores[0]?.score ?? 0;
  if (top < ENOUGH) {
    const fallback = fallbackCategory(words, from, to);
    if (fallback) return [fallback];
    const first = scores[0];
    return first && first.score >= 1.1 ? [first.id] : [];
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
