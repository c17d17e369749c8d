import { splitSentences } from '#analysis/text/sentence.splitter.js';

/** The title and the sentences after it, in which a post says what it is about. */
const FIRST_SENTENCES = 3;
/** More than the longest word before or after a name in a list. */
const CONTEXT_LENGTH = 8;
const LISTED_BEFORE = /(?:[,(/]\s{0,3}|\b(?:and|or)\s)$/i;
const LISTED_AFTER = /^(?:\s{0,3}[,)/]|\s(?:and|or|etc)\b)/i;

/** Whether a text is about a product: its first sentences or one of its quotes name it, and not in a list. Takes linear time. */
export function isSubject(product: string, text: string, quotes: readonly string[]): boolean {
  return [...splitSentences(text).slice(0, FIRST_SENTENCES), ...quotes].some((words) => namesAlone(product, words));
}

/** Whether words name a product elsewhere than in the middle of a list: "all sites (Google, Facebook, and so on)". */
export function namesAlone(product: string, words: string): boolean {
  for (let at = words.indexOf(product); at >= 0; at = words.indexOf(product, at + 1)) {
    const before = words.slice(Math.max(0, at - CONTEXT_LENGTH), at);
    const after = words.slice(at + product.length, at + product.length + CONTEXT_LENGTH);
    if (!LISTED_BEFORE.test(before) || !LISTED_AFTER.test(after)) return true;
  }
  return false;
}
