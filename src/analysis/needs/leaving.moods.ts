import { join } from 'node:path';
import { readSections } from '../lexicon/lexicon.files.js';
import { phraseLists, sectionNameIn } from '../lexicon/phrase.lists.js';
import { PhraseBook, type PhraseHit } from '../text/phrase.book.js';

const BOOK = new PhraseBook(
  phraseLists(
    readSections(join(import.meta.dirname, 'data', 'moods.txt'), 'en'),
    {},
    sectionNameIn(['left', 'staying']),
  ),
);
const STAYING = BOOK.indexOf('staying');

/** Phrases of a text about leaving, and phrases that excuse others from it, by their subject and mood. */
export function readMoods(words: readonly string[]): { left: PhraseHit[]; staying: PhraseHit[] } {
  const hits = BOOK.find(words);
  return {
    left: hits.filter(({ list }) => list !== STAYING),
    staying: hits.filter(({ list }) => list === STAYING),
  };
}
