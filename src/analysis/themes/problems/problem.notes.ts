import {
  ADJECTIVES,
  CIRCUMSTANCE_NOUNS,
  FAILURE_GROUPS,
  INTRANSITIVE_VERBS,
  NOUN_VERBS,
  NOT_LACKED,
  PROPER_NAMES,
  SPELLINGS,
  VAGUE_FAILURES,
  VAGUE_NAMES,
  VERBS_ALONE,
} from '../../lexicon/problem.words.js';
import { conceptOf, isPlural, type Noun } from './noun.reader.js';

/**
 * How specific a key is. `specific`: a failure with its noun or since an update. `failure`: a failure that is specific
 * enough without a noun. `update`: only that there are problems since
 * an update. `partial`: a failing verb that needs its object.
 */
export type ProblemDepth = 'partial' | 'update' | 'failure' | 'specific';

/** A problem that a sentence names. Problems with the same key are the same. */
export interface Problem {
  key: string;
  /** The problem as headings in the words of the sentence, longest first. */
  names: string[];
  depth: ProblemDepth;
}

/** Separates a failure from its noun in a key. */
export const KEY_SEPARATOR = ' | ';

const VERB_OF_CONCEPT = new Map(
  [...VERBS_ALONE].filter((verb) => !NOUN_VERBS.has(verb)).map((verb): [string, string] => [conceptOf(verb), verb]),
);

/** The one name of a verb that fails without an object. */
export function failedVerb(verb: string): string {
  return `${INTRANSITIVE_VERBS.has(verb) ? 'Does not' : 'Cannot'} ${verb}`;
}

/**
 * Collects the problems of one sentence, each once. `since` is a phrase such as "since the update", or empty;
 * `isOfUpdate` is true for a sentence that blames an update.
 */
export class ProblemNotes {
  private readonly found = new Map<string, Problem>();

  constructor(
    private readonly since: string,
    private readonly isOfUpdate = false,
  ) {}

  get all(): Problem[] {
    if (this.since || this.isOfUpdate)
      this.put('since update', [`problems ${this.since || 'since the update'}`], 'update');
    return [...this.found.values()];
  }

  /** Notes a failure that is specific enough without a noun. */
  addFailure(failure: string, ...names: string[]): void {
    const key = keyOf(failure);
    this.put(key, names, 'failure');
  }

  /** Notes a failing verb that names a problem only together with an object. */
  addPartial(failure: string, name: string): void {
    this.put(keyOf(failure), [name], 'partial');
  }

  /** Notes a failure with each word of its noun. */
  addNouns(failure: string, { words, determiner }: Noun, nameOf: (noun: string) => string): void {
    const key = keyOf(failure);
    const render = (noun: string): string => nameOf(withDeterminer(determiner, noun));
    const last = words.at(-1) ?? '';
    for (const word of words) {
      const concept = conceptOf(word);
      if ((concept === 'update' || word === 'version') && (key === 'bad' || key === 'broken'))
        this.put('since update', ['bad update'], 'update');
      // An update or a device is a circumstance of other problems, not their subject.
      if (
        concept === 'update' ||
        ADJECTIVES.has(word) ||
        CIRCUMSTANCE_NOUNS.has(last) ||
        (failure === 'no' && NOT_LACKED.has(SPELLINGS.get(word) ?? word))
      )
        continue;
      const names =
        words.length > 1 ? [render(words.join(' ')), ...(word === last ? [render(word)] : [])] : [render(word)];
      // "Sync fails" and "cannot sync" are one problem.
      const verb = key === 'broken' || key === 'gone' ? VERB_OF_CONCEPT.get(concept) : undefined;
      if (verb === undefined) this.put(`${key}${KEY_SEPARATOR}${concept}`, names, 'specific');
      else if (word === last) this.addFailure(`not ${concept}`, failedVerb(verb));
    }
  }

  private put(key: string, said: string[], depth: ProblemDepth): void {
    if (VAGUE_FAILURES.has(key)) return;
    const names = said.filter((name) => name && !VAGUE_NAMES.has(name.toLowerCase())).map(titled);
    const known = this.found.get(key);
    if (known) known.names = [...new Set([...known.names, ...names])];
    else if (names.length > 0 || said.includes('')) this.found.set(key, { key, names, depth });
  }
}

function keyOf(failure: string): string {
  return FAILURE_GROUPS.get(failure) ?? failure;
}

function withDeterminer(determiner: string, noun: string): string {
  if (!determiner || isPlural(noun)) return noun;
  return determiner === 'a' ? pluralOf(noun) : `${determiner} ${noun}`;
}

/** The plural of a noun. */
export function pluralOf(noun: string): string {
  if (isPlural(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Applies the spelling of proper names. */
export function spelled(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => PROPER_NAMES.get(word) ?? SPELLINGS.get(word) ?? word);
}

function titled(name: string): string {
  const heading = spelled(name);
  return heading.charAt(0).toUpperCase() + heading.slice(1);
}
