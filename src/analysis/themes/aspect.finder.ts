import { readAspects } from '../lexicon/aspects.js';
import { PhraseBook } from '../text/phrase.book.js';

const { aspects, cues } = readAspects();

/** Every aspect the engine knows; an aspect is spoken of by its place in this list. */
export const ASPECTS = aspects;

const BOOK = new PhraseBook(cues);
const MOST_COUNTED = 3;

/** How often each aspect is named, at most three times each. */
export function findAspects(words: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { list } of BOOK.find(words)) found.set(list, Math.min(MOST_COUNTED, (found.get(list) ?? 0) + 1));
  return found;
}
