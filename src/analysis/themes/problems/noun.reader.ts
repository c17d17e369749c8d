import {
  ADJECTIVES,
  BAD_WORDS,
  BASE_VERBS,
  DISLIKED_WORDS,
  FILLERS,
  NOT_NOUNS,
  PARTICLES,
  SINGULAR_NOUNS,
  SYNONYMS,
} from '../../lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '../../lexicon/stop.words.js';
import { stemWord } from '../../text/word.stemmer.js';

const DETERMINERS = new Map<string, string>([
  ...'the my your our their this that these those his her its'
    .split(' ')
    .map((word): [string, string] => [word, 'the']),
  ...'a an any another'.split(' ').map((word): [string, string] => [word, 'a']),
  ...'some all every each new old newer latest last own other whole entire many more'
    .split(' ')
    .map((word): [string, string] => [word, '']),
]);
/** The words of a list with spaces between them. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const AUXILIARIES = new Set('is are was were be been am will would do does did can could has have had that'.split(' '));
/** Prepositions between a failing verb and its object. */
export const LINKS = new Set('to from with on in into at of for by about via through without during'.split(' '));
/** Prepositions before a noun that only says where or when something fails. */
const PLACES = new Set('on in from at for since after during inside within'.split(' '));
const NOUNS_LIKE_ADVERBS = wordSet('monthly yearly weekly daily family reply');
const MAX_NOUN_LENGTH = 2;
const STOP_NOUNS = new Set('rating review reviews problem problems product program software'.split(' '));
/** Nouns that add nothing to the noun before: "search function". */
const EMPTY_HEADS = new Set('tool tools function functionality feature features'.split(' '));

/** A noun of one or two words. */
export interface Noun {
  words: string[];
  /** `the`, `a` or empty. */
  determiner: string;
}

/** Reads the nouns beside a position of a sentence. */
export class NounReader {
  constructor(
    private readonly words: readonly string[],
    /** The words of the product's name, which do not count as nouns. */
    private readonly banned: ReadonlySet<string>,
  ) {}

  at(index: number): string {
    return this.words[index] ?? '';
  }

  /** The first position from `index` on that is not a filler such as "even". */
  skip(index: number): number {
    let at = index;
    while (FILLERS.has(this.at(at)) || /..ly$/.test(this.at(at))) at++;
    return at;
  }

  after(from: number): Noun | null {
    let at = from;
    let determiner = '';
    while (DETERMINERS.has(this.at(at)) || FILLERS.has(this.at(at))) {
      determiner ||= DETERMINERS.get(this.at(at)) ?? '';
      at++;
    }
    const words: string[] = [];
    while (words.length < MAX_NOUN_LENGTH && this.isNoun(this.at(at))) words.push(this.at(at++));
    while (ADJECTIVES.has(words.at(-1) ?? '')) words.pop();
    return words.length ? { words, determiner } : null;
  }

  /** The noun that ends before a position; "uploads" before "uploads from the tablet". */
  before(to: number): Noun | null {
    const noun = this.nounBefore(this.beforeProduct(to));
    if (!noun) return null;
    const link = noun.from - 1;
    return PLACES.has(this.at(link)) ? (this.nounBefore(link)?.noun ?? null) : noun.noun;
  }

  /** The first position from `index` on that is not a pronoun for the writer. */
  skipWriter(index: number): number {
    if (!/^(?:i|we|you|they)$/.test(this.at(index))) return index;
    return this.at(index + 1) === 'guys' ? index + 2 : index + 1;
  }

  isWriter(index: number): boolean {
    return /^(?:i|we|you|to)$/.test(this.at(index));
  }

  /** The position before "in the app". */
  private beforeProduct(to: number): number {
    let at = to - 1;
    if (!/^(?:app|application|program|software|platform|site|website)$/.test(this.at(at))) return to;
    at--;
    while (DETERMINERS.has(this.at(at))) at--;
    return PLACES.has(this.at(at)) || this.at(at) === 'of' ? at : to;
  }

  private nounBefore(to: number): { noun: Noun; from: number } | null {
    let at = to - 1;
    while (FILLERS.has(this.at(at)) || AUXILIARIES.has(this.at(at))) at--;
    if (EMPTY_HEADS.has(this.at(at)) && this.isNoun(this.at(at - 1))) at--;
    const words: string[] = [];
    while (words.length < MAX_NOUN_LENGTH && this.isNoun(this.at(at))) words.unshift(this.at(at--));
    if (!words.length || ADJECTIVES.has(words.at(-1) ?? '')) return null;
    // "The video I want to watch" does not name a watch.
    if (this.at(at) === 'to' && BASE_VERBS.has(words[0] ?? '')) return null;
    while (DETERMINERS.has(this.at(at))) at--;
    return { noun: { words, determiner: '' }, from: at + 1 };
  }

  /** The one noun at a position. */
  nounAt(index: number): Noun | null {
    const word = this.at(index);
    return this.isNoun(word) && !ADJECTIVES.has(word) ? { words: [word], determiner: '' } : null;
  }

  /** True for a word such as "the" or "my". */
  isDetermined(index: number): boolean {
    return DETERMINERS.has(this.at(index));
  }

  isBanned(word: string): boolean {
    return this.banned.has(word);
  }

  private isNoun(word: string): boolean {
    return (
      /^\p{L}[\p{L}\p{N}]{1,19}$/u.test(word) &&
      !ENGLISH_STOP_WORDS.has(word) &&
      !STOP_NOUNS.has(word) &&
      !NOT_NOUNS.has(word) &&
      !BAD_WORDS.has(word) &&
      !DISLIKED_WORDS.has(word) &&
      !FILLERS.has(word) &&
      !PARTICLES.has(word) &&
      !LINKS.has(word) &&
      (!/(?:..ly|[^e]ed)$/.test(word) || NOUNS_LIKE_ADVERBS.has(word)) &&
      !this.banned.has(word)
    );
  }
}

/** The common form of words with the same meaning or stem. */
export function conceptOf(word: string): string {
  return SYNONYMS.get(word) ?? SYNONYMS.get(stemWord(word)) ?? stemWord(word);
}

/** True for a noun that ends like a plural. */
export function isPlural(noun: string): boolean {
  return /[^sui]s$/.test(noun) && !SINGULAR_NOUNS.has(noun.split(' ').at(-1) ?? '');
}
