import { type PhraseList } from '../text/phrase.book.js';
import { type LexiconLanguage, LEXICON_LANGUAGES, readLexicon } from './lexicon.files.js';
import { phraseLists } from './phrase.lists.js';

/** The phrases of a language, in lists with the English words that mean the same. */
export interface Glossary {
  language: LexiconLanguage;
  phrases: PhraseList[];
}

/** Reads the glossaries of all languages that have one. */
export function readGlossaries(folder?: string): Glossary[] {
  const sections = readLexicon('glossary.txt', folder);
  return LEXICON_LANGUAGES.flatMap((language) => {
    const own = sections.filter((section) => section.language === language);
    return own.length ? [{ language, phrases: phraseLists(own, {}, ({ name }) => name) }] : [];
  });
}
