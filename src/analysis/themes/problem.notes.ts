import { FAILURE_GROUPS, NOT_LACKED, PROPER_NAMES, VAGUE_NAMES } from '../lexicon/problem.words.js';
import { conceptOf, isPlural, type Noun } from './noun.reader.js';

/**
 * How much a key says. `specific`: a failure with its noun or since an update. `failure`: a failure that says enough
 * alone. `update`: only that there are problems since an update. `subject`: only what the sentence is about.
 */
export type ProblemDepth = 'subject' | 'update' | 'failure' | 'specific';

/** A problem that a sentence names. Problems with the same key are the same. */
export interface Problem {
  key: string;
  /** The problem as headings in the words of the sentence, longest first. */
  names: string[];
  depth: ProblemDepth;
}

const SUBJECT_PREFIX = 'problems with';

/** True for a name that says what a problem is about and not what fails. */
export const isSubjectName = (name: string): boolean => name.toLowerCase().startsWith(`${SUBJECT_PREFIX} `);

/** Collects the problems of one sentence, each once. `since` is a phrase such as "since the update", or empty. */
export class ProblemNotes {
  private readonly found = new Map<string, Problem>();

  constructor(private readonly since: string) {}

  get all(): Problem[] {
    if (this.since) this.put('since update', [`problems ${this.since}`], 'update');
    return [...this.found.values()];
  }

  /** Notes a failure that says enough without a noun. */
  addFailure(failure: string, name: string): void {
    const key = keyOf(failure);
    this.put(key, [name], 'failure');
    if (this.since) this.put(`${key} since`, [`${name} ${this.since}`], 'specific');
  }

  /** Notes a failure with each word of its noun. */
  addNouns(failure: string, { words, determiner }: Noun, nameOf: (noun: string) => string): void {
    const key = keyOf(failure);
    const render = (noun: string): string => nameOf(isPlural(noun) ? noun : withDeterminer(determiner, noun));
    for (const word of words) {
      // An update is a date of other problems and not their subject.
      if (conceptOf(word) === 'update' || (failure === 'no' && NOT_LACKED.has(word))) continue;
      const names = words.length > 1 ? [render(words.join(' ')), render(word)] : [render(word)];
      // "Sync fails" and "cannot sync" are one problem.
      if (key === 'broken') this.put(keyOf(`not ${conceptOf(word)}`), names, 'failure');
      else this.put(`${key} | ${conceptOf(word)}`, names, 'specific');
    }
  }

  /** Notes what the sentence is about. */
  addSubject(key: string, name: string): void {
    this.put(`about ${key}`, [`${SUBJECT_PREFIX} ${name}`], 'subject');
  }

  private put(key: string, said: string[], depth: ProblemDepth): void {
    const names = said.filter((name) => !VAGUE_NAMES.has(name.toLowerCase())).map(titled);
    const known = this.found.get(key);
    if (known) known.names = [...new Set([...known.names, ...names])];
    else if (names.length > 0) this.found.set(key, { key, names, depth });
  }
}

function keyOf(failure: string): string {
  return FAILURE_GROUPS.get(failure) ?? failure;
}

function withDeterminer(determiner: string, noun: string): string {
  if (!determiner) return noun;
  return determiner === 'a' && /^[aeiou]/.test(noun) ? `an ${noun}` : `${determiner} ${noun}`;
}

/** Applies the spelling of proper names and the capital of a heading. */
function titled(name: string): string {
  const spelled = name.replace(/\p{L}+/gu, (word) => PROPER_NAMES.get(word) ?? word);
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
