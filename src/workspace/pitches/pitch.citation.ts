import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { readProblems } from '#analysis/themes/problems/problem.reader.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import { READING, SIGNS } from './pitch.patterns.js';

const LONGEST = 120;
/** A shorter part goes on up to the longest length, even if that cuts the next part. */
const SHORT = 60;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * The part of a quote that says what it is about, word for word, of at most 120 characters: the clause with the problem, or in a `wish` with the need,
 * and as much around it as fits. A shorter quote is cited whole, without its full stop. Quotes have at most 220 characters.
 */
export function citedIn(quote: string, isWish = false): string {
  const whole = bare(quote);
  if (whole.length <= LONGEST) return whole;
  const parts = whole.split(READING.cut);
  const worths = parts.map(isWish ? needWorthOf : problemWorthOf);
  let from = worths.indexOf(Math.max(...worths));
  let to = from + 1;
  const fits = (first: number, end: number): boolean =>
    first >= 0 && end <= parts.length && parts.slice(first, end).join(' ').length <= LONGEST;
  while (fits(from, to + 1)) to++;
  while (fits(from - 1, to)) from--;
  const cited = parts.slice(from, to).join(' ');
  const text = cited.length < SHORT ? parts.slice(from).join(' ') : cited;
  return clippedAtWord(bare(text), LONGEST).replace(/(?<![.,;:!?])[.,;:!?]+…$/, '…');
}

const problemWorthOf = (part: string): number =>
  (READING.complains.test(part) ? 2 : 0) + (readProblems(tokenizeWords(part), NO_NAMES).length > 0 ? 1 : 0);

const needWorthOf = (part: string): number =>
  (statedNeedIn([part]) === null ? 0 : 2) + (SIGNS.wishes.test(part) ? 1 : 0);

/** Without a link to the words before, and without the marks of a sentence. A question keeps its mark. */
const bare = (text: string): string =>
  text
    .replace(/["“”]/g, "'")
    .replace(READING.link, '')
    .replace(READING['link-on'], '')
    .replace(/(?<![.!,;:\s])[.!,;:\s]+$/, '')
    .trim();
