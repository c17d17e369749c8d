import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, type LexiconSection, readLexicon } from './lexicon.files.js';
import { phraseLists } from './phrase.lists.js';

const LISTS = [
  'bad',
  'disliked',
  'filler',
  'flaw',
  'flaw alone',
  'not lacked',
  'not noun',
  'not subject',
  'not verb',
  'particle',
  'phrasal',
  'proper name',
  'vague',
  'verb',
] as const;

const sections = readLexicon('problems.txt');
const withAttribute = (name: string): LexiconSection[] => sections.filter(({ attributes }) => attributes.has(name));
for (const section of sections) {
  if (!section.attributes.size && !LISTS.some((list) => list === section.name))
    throw new LexiconError(section, `unknown list [${section.name}]`);
}

const wordsOf = (...lists: (typeof LISTS)[number][]): ReadonlySet<string> =>
  new Set(
    sections
      .filter(({ name }) => lists.some((list) => list === name))
      .flatMap(({ entries }) => entries.map(({ text }) => text)),
  );

/** Adjectives that blame without saying why. */
export const BAD_WORDS = wordsOf('bad');
/** Verbs of blame whose object is the problem, such as `hate`. */
export const DISLIKED_WORDS = wordsOf('disliked');
/** Adjectives that say what is wrong, such as `small`. */
export const FLAW_WORDS = wordsOf('flaw', 'flaw alone');
/** Adjectives that name a problem without a noun, such as `slow`. */
export const FLAWS_ALONE = wordsOf('flaw alone');
/** Words between the parts of a problem that do not change its meaning. */
export const FILLERS = wordsOf('filler');
/** Words that are neither the object nor the subject of a problem. */
export const NOT_NOUNS = wordsOf('not noun');
/** Nouns that stand for the whole product, which are not what a problem is about. */
export const NOT_SUBJECTS = wordsOf('not subject');
/** Nouns whose lack says nothing about the product, as in "no idea", or comes of another problem, as in "no files". */
export const NOT_LACKED = wordsOf('not lacked');
/** Names that do not tell a reader what fails. */
export const VAGUE_NAMES = wordsOf('vague');
/** Words that are no failing verb after a negation. */
export const NOT_VERBS = wordsOf('not verb');
/** Stop words that are failing verbs after a negation. */
export const COMMON_VERBS = wordsOf('verb');
/** Verbs with a particle of their own: `log in`. */
export const PHRASAL_VERBS = wordsOf('phrasal');
export const PARTICLES = wordsOf('particle');

/** Phrases that name a problem, in lists with the problem's name. */
export const SYMPTOM_CUES: readonly PhraseList[] = phraseLists(withAttribute('symptom'), {}, ({ name }) => name);
/** The symptoms that need a noun to name a problem, such as `deleted`. */
export const SYMPTOMS_OF_NOUNS: ReadonlySet<string> = new Set(
  withAttribute('symptom')
    .filter(({ attributes }) => attributes.has('noun'))
    .map(({ name }) => name),
);

/** The spelling of proper names, by the word in lower case. */
export const PROPER_NAMES: ReadonlyMap<string, string> = new Map(
  [...wordsOf('proper name')].map((name): [string, string] => [name.toLowerCase(), name]),
);

/** The common word for each of several words with one meaning. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  withAttribute('same').flatMap(({ name, entries }) => entries.map(({ text }): [string, string] => [text, name])),
);

/** The common key of failures that have one meaning with the same noun, such as "no search" and "search is gone". */
export const FAILURE_GROUPS: ReadonlyMap<string, string> = new Map(
  withAttribute('group').flatMap(({ name, entries }) => entries.map(({ text }): [string, string] => [text, name])),
);
