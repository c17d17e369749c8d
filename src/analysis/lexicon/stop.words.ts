import { LexiconError, readLexicon } from './lexicon.files.js';

const LISTS = ['stop', 'frequent'];

const sections = readLexicon('words.txt');
for (const section of sections)
  if (!LISTS.includes(section.name)) throw new LexiconError(section, `unknown list [${section.name}]`);

const wordsOf = (list: string): ReadonlySet<string> =>
  new Set(sections.filter(({ name }) => name === list).flatMap(({ entries }) => entries.map(({ text }) => text)));

/** Words without information about a theme, in all languages of the lexicons. */
export const STOP_WORDS = wordsOf('stop');

/** The English ones. Problems are read from English sentences, where French words such as "comment" are nouns. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  sections
    .filter(({ name, language }) => name === 'stop' && language === 'en')
    .flatMap(({ entries }) => entries.map(({ text }) => text)),
);

/** The words that identify a language, by language. */
export const FREQUENT_WORDS = sections
  .filter(({ name }) => name === 'frequent')
  .map(({ language, entries }) => ({ language, words: entries.map(({ text }) => text) }));
