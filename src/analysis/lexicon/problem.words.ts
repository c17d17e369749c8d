import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, type LexiconSection, readLexicon } from './lexicon.files.js';
import { phraseLists } from './phrase.lists.js';

const LISTS = [
  'adjective',
  'bad',
  'bad noun',
  'blank',
  'chore',
  'circumstance',
  'countable',
  'disliked',
  'filler',
  'flaw',
  'flaw alone',
  'hard verb',
  'no topic',
  'not lacked',
  'noun verb',
  'not noun',
  'not verb',
  'particle',
  'phrasal',
  'product kind',
  'proper name',
  'singular',
  'too',
  'too flaw',
  'vague',
  'vague failure',
  'verb',
  'verb alone',
  'verb base',
  'verb intransitive',
  'vulgar',
] as const;

const sections = readLexicon('problems.txt');
const withAttribute = (name: string): LexiconSection[] => sections.filter(({ attributes }) => attributes.has(name));

/** The name of the section for each word of the sections with this attribute. */
const sectionOfWords = (attribute: string): ReadonlyMap<string, string> =>
  new Map(
    withAttribute(attribute).flatMap(({ name, entries }) => entries.map(({ text }): [string, string] => [text, name])),
  );
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

/** Words that describe a noun and are not nouns. */
export const ADJECTIVES = wordsOf('adjective');
/** Adjectives that blame without saying why. */
export const BAD_WORDS = wordsOf('bad');
/** Nouns that blame the subject of a sentence: "the search is a mess". */
export const BAD_NOUNS = wordsOf('bad noun');
/** Words with which every complaint can be said. */
export const BLANK_WORDS = wordsOf('blank');
/** Verbs of blame whose object is the problem, such as `hate`. */
export const DISLIKED_WORDS = wordsOf('disliked');
/** Adjectives that say what is wrong, such as `small`. */
export const FLAW_WORDS = wordsOf('flaw', 'flaw alone');
/** Adjectives that say what is wrong after "too". */
export const TOO_FLAWS = wordsOf('too flaw');
/** Adjectives whose excess is the problem: `slow` is named "too slow". */
export const FLAWS_OF_DEGREE = wordsOf('too');
/** Adjectives that name a problem without a noun, such as `slow`. */
export const FLAWS_ALONE = wordsOf('flaw alone');
/** Verbs that name a problem without an object after "hard to". */
export const HARD_VERBS = wordsOf('hard verb');
/** Words between the parts of a problem that do not change its meaning. */
export const FILLERS = wordsOf('filler');
/** Words that are neither the object nor the subject of a problem. */
export const NOT_NOUNS = wordsOf('not noun');
/** Nouns that many complaints share without being about them: devices, people, photos, "account" and "news". */
export const NO_TOPICS = wordsOf('circumstance', 'no topic');
/** Nouns whose lack is no fault of the product, as in "no idea", or follows from another problem, as in "no files". */
export const NOT_LACKED = wordsOf('not lacked');
/** Names that do not state which part fails. */
export const VAGUE_NAMES = wordsOf('vague');
/** The keys of failures that are not problems in any wording. */
export const VAGUE_FAILURES = wordsOf('vague failure');
/** Failing verbs that name a problem without an object, such as `sync`. */
export const VERBS_ALONE = wordsOf('verb alone');
/** Verbs whose form without -ing is known. */
export const BASE_VERBS = wordsOf('verb', 'verb alone', 'verb base');
/** Those that mean something else as nouns: a watch is not a failure to watch. */
export const NOUN_VERBS = wordsOf('noun verb');
/** Those that the product does itself: it "does not sync", and a writer "cannot log in". */
export const INTRANSITIVE_VERBS = wordsOf('verb intransitive');
/** Words that no quote needs. */
export const VULGAR_WORDS = wordsOf('vulgar');
/** Nouns that only say where a problem occurs: `tablet`. */
export const CIRCUMSTANCE_NOUNS = wordsOf('circumstance');
/** Nouns that can be counted: names have their plural. */
export const COUNTABLE_NOUNS = wordsOf('countable');
/** Nouns for kinds of software, with which reviews may mean the product itself: "this game". */
export const PRODUCT_KINDS = wordsOf('product kind');
/** Verbs of work that a reader does not want, after "have to". */
export const CHORES = wordsOf('chore');
/** Words that are not failing verbs after a negation. */
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

/** The symptoms with one name that a noun still makes more exact, as in "bank feed disconnects". */
export const SYMPTOMS_WITH_NOUNS: ReadonlySet<string> = new Set(withAttribute('nouns').map(({ name }) => name));

/** The symptoms whose phrases are not names, such as "manually": other sentences name them. */
export const QUIET_SYMPTOMS: ReadonlySet<string> = new Set(withAttribute('quiet').map(({ name }) => name));

/** The symptoms of things that are wanted, which a denial makes a problem: "no refund". */
export const WANTED_SYMPTOMS: ReadonlySet<string> = new Set(withAttribute('wanted').map(({ name }) => name));

/** The names of symptoms that have one name in every sentence. */
export const SYMPTOM_NAMES: ReadonlyMap<string, string> = new Map(
  withAttribute('symptom').flatMap(({ name, attributes }): [string, string][] => {
    const given = attributes.get('name');
    return given === undefined ? [] : [[name, given]];
  }),
);

/** The objects that a failing verb need not name, by the verb: "cannot log into my account" is "cannot log in". */
export const DEFAULT_OBJECTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  withAttribute('objects').map(({ name, entries }) => [name, new Set(entries.map(({ text }) => text))]),
);

/** Singular nouns that end like a plural. */
export const SINGULAR_NOUNS = wordsOf('singular');
/** The spelling of proper names, by the word in lower case. */
export const PROPER_NAMES: ReadonlyMap<string, string> = new Map(
  [...wordsOf('proper name')].map((name): [string, string] => [name.toLowerCase(), name]),
);

/** The common word for each of several words with one meaning. */
export const SYNONYMS: ReadonlyMap<string, string> = sectionOfWords('same');

/** The name of a symptom for each of its phrases that make a poor name: "hung" is named "hangs". */
export const NAME_FORMS: ReadonlyMap<string, string> = sectionOfWords('form');

/** The full form of shortened words in names: "messages" for "msgs". */
export const SPELLINGS: ReadonlyMap<string, string> = sectionOfWords('spelled');

/** The common key of failures that have one meaning with the same noun, such as "no search" and "search is gone". */
export const FAILURE_GROUPS: ReadonlyMap<string, string> = sectionOfWords('group');
