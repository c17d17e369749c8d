/** Limit of sentences that are read of one text. */
const MAX_SENTENCES = 200;

/** A longer sentence is cut into several. */
export const MAX_SENTENCE_LENGTH = 320;
const CUT_WINDOW = 300;
const MIN_CUT_LENGTH = 60;
// The lookbehind makes the search linear: a match begins only at the start of a run.
const ENDS = /(?<![.!?…。！？])[.!?…。！？]+["'”’)\]]*(?=\s|$)/gu;
const ABBREVIATION = /(?:^|[\s(])(?:e\.?g|i\.?e|etc|vs|mr|mrs|ms|dr|no|approx|incl|inc|ltd|st)\.$/i;
const CLAUSES = [/[;!?…]\s/g, /\s[-–—]\s/g, /,?\s(?:but|however|although|because|and then|except)\s/gi, /,\s/g, /\s/g];

/**
 * Splits a text into verbatim slices, one per sentence, without surrounding white space.
 * Does not use `Intl.Segmenter`, because its results depend on the ICU version of Node.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    for (const sentence of splitLine(line)) {
      for (const piece of cutLong(sentence)) {
        sentences.push(piece);
        if (sentences.length >= MAX_SENTENCES) return sentences;
      }
    }
  }
  return sentences;
}

function splitLine(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of line.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    if (!endsSentence(line, start, end, match[0])) continue;
    pushTrimmed(pieces, line.slice(start, end));
    start = end;
  }
  pushTrimmed(pieces, line.slice(start));
  return pieces;
}

/**
 * A single period ends a sentence unless it belongs to an abbreviation. Before a lower-case letter, it does so only
 * after three words or more.
 */
function endsSentence(line: string, start: number, end: number, mark: string): boolean {
  if (!mark.startsWith('.') || mark.length > 1) return true;
  const piece = line.slice(start, end);
  if (ABBREVIATION.test(piece) || /^\s*\d{1,2}\.$/.test(piece)) return false;
  const next = /\S/u.exec(line.slice(end))?.[0] ?? '';
  return !/\p{Ll}/u.test(next) || piece.trim().split(/\s+/).length >= 3;
}

function pushTrimmed(pieces: string[], piece: string): void {
  const trimmed = piece.trim();
  if (trimmed) pieces.push(trimmed);
}

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_SENTENCE_LENGTH) {
    const cut = cutPoint(rest.slice(0, CUT_WINDOW));
    pushTrimmed(pieces, rest.slice(0, cut));
    rest = rest.slice(cut).trim();
  }
  pushTrimmed(pieces, rest);
  return pieces;
}

/**
 * The last clause boundary in the window, by the strongest kind found; otherwise the end of the window, never inside a
 * surrogate pair.
 */
function cutPoint(window: string): number {
  for (const boundary of CLAUSES) {
    let last = -1;
    for (const match of window.matchAll(boundary)) {
      if (match.index > MIN_CUT_LENGTH) last = match.index + (/^[;!?…,]/.test(match[0]) ? 1 : 0);
    }
    if (last > 0) return last;
  }
  const code = window.charCodeAt(window.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? window.length - 1 : window.length;
}
