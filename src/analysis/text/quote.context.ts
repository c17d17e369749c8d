import { splitSentences } from './sentence.splitter.js';

/** More words mostly name what they are about. */
const FRAGMENT_WORDS = 4;

/**
 * For a quote of a few words, such as "Still does not work.", the verbatim part of the text from the beginning of the sentence before it, which
 * says what it is about. Null if the quote has more words, begins the text or is not in it, or if the part is longer than `longest` characters.
 */
export function withSentenceBefore(quote: string, text: string, longest: number): string | null {
  if (quote.split(/\s+/, FRAGMENT_WORDS + 1).length > FRAGMENT_WORDS) return null;
  const at = text.indexOf(quote);
  if (at <= 0) return null;
  // A sentence that begins earlier is too long.
  const from = Math.max(0, at - longest);
  const before = splitSentences(text.slice(from, at)).at(-1);
  if (before === undefined) return null;
  const start = text.lastIndexOf(before, at - before.length);
  const isCut = start === from && from > 0;
  return isCut || at + quote.length - start > longest ? null : text.slice(start, at + quote.length);
}
