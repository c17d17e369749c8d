import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, lexiconNames, readLexicon } from './lexicon.files.js';
import { phraseLists, wordClasses } from './phrase.lists.js';
import { CATEGORIES } from './taxonomy.js';

/** `sure` cues score two, `hint` cues less; `fallback` cues are used only if no category scores clearly. */
const CUE_KINDS = ['sure', 'hint', 'fallback'] as const;

export const CATEGORY_CLASSES = wordClasses(readLexicon('classes/categories.txt'));

/** The phrases of complaints about each category, in lists named `id kind`. */
export function categoryCues(folder?: string): PhraseList[] {
  return lexiconNames('categories', folder).flatMap((id) => {
    const sections = readLexicon(`categories/${id}.txt`, folder);
    const first = sections[0];
    if (first && !CATEGORIES.some((category) => category.id === id))
      throw new LexiconError({ ...first, line: 1 }, `unknown category ${id}`);
    return phraseLists(sections, CATEGORY_CLASSES, ({ name }) =>
      CUE_KINDS.some((kind) => kind === name) ? `${id} ${name}` : null,
    );
  });
}
