import { LexiconError, readLexicon } from './lexicon.files.js';

const LISTS = ['stop', 'empty noun', 'frequent'];

const sections = readLexicon('words.txt');
for (const section of sections)
  if (!LISTS.includes(section.name)) throw new LexiconError(section, `unknown list [${section.name}]`);

const wordsOf = (list: string): ReadonlySet<string> =>
  new Set(sections.filter(({ name }) => name === list).flatMap(({ entries }) => entries.map(({ text }) => text)));

/** Words without information about a theme, in all languages of the lexicons. */
export const STOP_WORDS = wordsOf('stop');

/** Nouns that fit every complaint, and comparatives. They cannot name a theme. */
export const EMPTY_NOUNS = wordsOf('empty noun');

/** The words that identify a language, by language. */
export const FREQUENT_WORDS = sections
  .filter(({ name }) => name === 'frequent')
  .map(({ language, entries }) => ({ language, words: entries.map(({ text }) => text) }));
