import { LexiconError, readLexicon } from './lexicon.files.js';

const LISTS = ['stop', 'empty noun', 'frequent'];

const sections = readLexicon('words.txt');
for (const section of sections)
  if (!LISTS.includes(section.name)) throw new LexiconError(section, `no list is known as [${section.name}]`);

const wordsOf = (list: string): ReadonlySet<string> =>
  new Set(sections.filter(({ name }) => name === list).flatMap(({ entries }) => entries.map(({ text }) => text)));

/** Words that say nothing about a theme, in the languages the engine reads. */
export const STOP_WORDS = wordsOf('stop');

/** Nouns that fit every complaint, and comparatives: they name nothing. */
export const EMPTY_NOUNS = wordsOf('empty noun');

/** The words by which a language is told, by language. */
export const FREQUENT_WORDS = sections
  .filter(({ name }) => name === 'frequent')
  .map(({ language, entries }) => ({ language, words: entries.map(({ text }) => text) }));
