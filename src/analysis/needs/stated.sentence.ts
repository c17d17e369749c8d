import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';

/** A sentence of a writer, and the products that may be named in it. */
export interface StatedSentence {
  /** With single spaces and plain apostrophes. */
  text: string;
  isQuestion: boolean;
  /** The product that the sentence is about, if the whole text is a review of it. */
  reviewed: string | null;
  /** The named products, in order. */
  named: NamedAt[];
}

/** A product name in a sentence, and the words before and after it. */
interface NamedAt {
  name: string;
  before: string;
  after: string;
}

/** Evidence may be a long text without any full stop. */
const MAX_CHARACTERS = 400;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Reads a piece of evidence. `names` are the products that the whole text names. */
export function statedSentenceOf(evidence: string, names: readonly string[], reviewed: string | null): StatedSentence {
  const text = inOneLine(clipped(evidence, MAX_CHARACTERS));
  return { text, isQuestion: text.endsWith('?'), reviewed, named: namedIn(text, names) };
}

/** Of two names at the same position, the longer one. */
function namedIn(text: string, names: readonly string[]): NamedAt[] {
  const lower = text.toLowerCase();
  const found = new Map<number, string>();
  for (const name of names) {
    const at = lower.indexOf(name.toLowerCase());
    if (at < 0 || name === '' || !isWhole(lower, at, at + name.length)) continue;
    if ((found.get(at)?.length ?? 0) < name.length) found.set(at, name);
  }
  return [...found]
    .sort(([left], [right]) => left - right)
    .map(([at, name]) => ({ name, before: text.slice(0, at), after: text.slice(at + name.length) }));
}

const isWhole = (text: string, from: number, to: number): boolean =>
  !WORD_CHARACTER.test(text.charAt(from - 1)) && !WORD_CHARACTER.test(text.charAt(to));
