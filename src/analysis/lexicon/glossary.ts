import { type PhraseList } from '../text/phrase.book.js';
import { type LexiconLanguage, LEXICON_LANGUAGES, readLexicon } from './lexicon.files.js';
import { phraseLists } from './phrase.lists.js';

/** The phrases of a language, in lists with the English words that mean the same. */
export interface Glossary {
  language: LexiconLanguage;
  phrases: PhraseList[];
}

/** `glossary.txt` has the words of complaints, by meaning. `dictionary.txt` has other frequent words. */
export type GlossaryFile = 'glossary.txt' | 'dictionary.txt';

/** Reads these files of all languages that have them. */
export function readGlossaries(files: readonly GlossaryFile[]): Glossary[] {
  const sections = files.flatMap((file) => readLexicon(file));
  return LEXICON_LANGUAGES.flatMap((language) => {
    const own = sections.filter((section) => section.language === language);
    return own.length ? [{ language, phrases: phraseLists(own, {}, ({ name }) => name) }] : [];
  });
}
