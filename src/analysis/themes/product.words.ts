import { PRODUCT_KINDS } from '../lexicon/problem.words.js';
import { type ReviewRecord } from './theme.types.js';

/** A word means the product if this share of the reviews with a complaint uses it so, and at least this many. */
const MIN_REVIEWS = { share: 0.015, count: 3 };
const POINTING = /\bthis ([a-z]+)/gi;

/** The words with which the complaints mean the product itself: many reviews of a game say "this game". */
export function wordsForProduct(records: readonly ReviewRecord[]): string[] {
  const counts = new Map<string, number>();
  let complaining = 0;
  for (const { complaints } of records) {
    if (!complaints.length) continue;
    complaining++;
    const said = new Set<string>();
    for (const { slice } of complaints)
      for (const [, word = ''] of slice.matchAll(POINTING)) said.add(word.toLowerCase());
    for (const word of said) if (PRODUCT_KINDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = Math.max(MIN_REVIEWS.count, MIN_REVIEWS.share * complaining);
  return [...counts].filter(([, count]) => count >= least).map(([word]) => word);
}
