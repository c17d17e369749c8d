import { readAspects } from '../../lexicon/aspects.js';
import { PhraseBook } from '../../text/phrase.book.js';

const { aspects, cues } = readAspects();

/** All aspects. Other code refers to an aspect by its index in this list. */
export const ASPECTS = aspects;

const BOOK = new PhraseBook(cues);
const MAX_COUNT = 3;

/** Counts how often each aspect is named, up to three times. The keys are indices in `ASPECTS`. */
export function findAspects(words: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { list } of BOOK.find(words)) found.set(list, Math.min(MAX_COUNT, (found.get(list) ?? 0) + 1));
  return found;
}
